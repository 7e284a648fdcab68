import type { Column, Estilo } from '../contract/exportacion.ts';
import type { PALABRAS } from '../contract/palabras.ts';
import type { SliceBy } from '../storage/port/pedidos.ts';
import type { Rows } from './scan.ts';

/** Writes rows as a file of some format, piece by piece. */
export interface Format {
  /** Returns the bytes that these rows add to the file, if there are any yet. */
  add(rows: Rows): Uint8Array;
  /** The last bytes of the file. */
  end(): Uint8Array;
}

/** The words of a file for people, in their language. */
export interface Words extends Readonly<Record<keyof typeof PALABRAS, string>> {
  /** The restaurant and what the file holds. */
  title: string;
  sheet: string;
  headings: readonly string[];
  methods: Readonly<Record<string, string>>;
}

/** The closing that a workbook holds, as its first sheet names it. */
export interface ClosingFacts {
  id: string;
  mes: string;
  creadoEn: string;
  sello: string;
  /** The sums of the closing (domain/money/sums.ts). */
  sumas: string;
}

/** The date by which orders are in a file, and its bounds in milliseconds where rows have moments of their own. */
export interface Dated {
  fecha: SliceBy['fecha'];
  momento: { desde: number | null; hasta: number | null } | null;
}

interface FormatOptions extends Dated {
  /** The name of the sheet, for formats that have sheets. */
  sheet: string;
  timeZone: string;
  estilo: Estilo;
  /** Null: columns are named like the fields of the order, as programs want them. */
  words: Words | null;
  /** Null: orders as they are now. */
  closing: ClosingFacts | null;
  /** The part of the thread's memory that this file may use now: more than 0, at most 1. */
  share(): number;
}

export type MakeFormat = (columns: readonly Column[], options: FormatOptions) => Format;

/** Thrown when a format cannot hold so many rows. */
export class TooManyRows extends Error {
  override name = 'TooManyRows';
}
