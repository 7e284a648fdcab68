import type { Column } from '../contract/exportacion.ts';
import type { Rows } from './scan.ts';

/** Writes rows as a file of some format, piece by piece. */
interface Format {
  /** The bytes that these rows add; there may be none yet. */
  add(rows: Rows): Uint8Array;
  /** What closes the file. */
  end(): Uint8Array;
}

interface FormatOptions {
  /** A name for what is in the file. */
  sheet: string;
  timeZone: string;
}

export type MakeFormat = (columns: readonly Column[], options: FormatOptions) => Format;

/** Thrown when a format cannot hold so many rows. */
export class TooManyRows extends Error {
  override name = 'TooManyRows';
}

export const NOTHING = new Uint8Array(0);
