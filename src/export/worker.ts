// The thread that turns slices of orders into files: on the main thread, reading and compressing them would hold up all
// other requests.

import { parentPort } from 'node:worker_threads';
import type { Column, Estilo, Formato, Tabla } from '../contract/exportacion.ts';
import {
  type ClosingFacts,
  type Dated,
  type Format,
  type MakeFormat,
  TooManyRows,
  type Words,
} from './format.ts';
import { makeScan, makeSelect } from './scan.ts';
import { transferListOf } from './transfer-list.ts';

export interface FileOptions extends Dated {
  tabla: Tabla;
  columns: readonly Column[];
  formato: Formato;
  /** For spreadsheets, which know no time zones and show local times. */
  timeZone: string;
  words: Words | null;
  estilo: Estilo;
  closing: ClosingFacts | null;
}

/** The options of a new file; some orders as NDJSON; null after the last slice; `close` when nothing more is wanted of it. */
export type Request = FileOptions | Uint8Array | null | 'close';
export type Reply = readonly [id: number, Uint8Array | 'too many rows' | Error];

/** Loaded lazily: a thread that writes CSV needs no Parquet. */
const FORMATS: Record<Formato, () => Promise<MakeFormat>> = {
  ndjson: async () => (await import('./formatos/ndjson.ts')).makeNdjson,
  csv: async () => (await import('./formatos/csv.ts')).makeCsv,
  xlsx: async () => (await import('./formatos/xlsx/xlsx.ts')).makeXlsx,
  parquet: async () => (await import('./formatos/parquet.ts')).makeParquet,
};

/** The least that a file may have to do with: four are written at once. */
const CLOSING_SHARE = 1 / 4;

interface File {
  scan: ReturnType<typeof makeScan>;
  format: Format;
}

const files = new Map<number, Promise<File>>();

const open = async (options: FileOptions): Promise<File> => {
  const { tabla, columns, formato, momento, closing } = options;
  const makeFormat = await FORMATS[formato]();
  // Row groups of a closing must not depend on what else is being written.
  const share = () => (closing === null ? 1 / Math.max(1, files.size) : CLOSING_SHARE);
  const format = makeFormat(columns, { ...options, sheet: tabla, share });
  const scan = makeScan(tabla, columns);
  if (momento === null) return { scan, format };
  const select = makeSelect(columns, momento);
  return { scan: (lines) => select(scan(lines)), format };
};

const encode = (
  { scan, format }: File,
  { buffer, byteOffset, byteLength }: Uint8Array,
): Uint8Array => {
  const piece = format.add(scan(Buffer.from(buffer, byteOffset, byteLength)));
  // Frees the slice now: this thread allocates next to nothing, so that V8 would hardly ever collect it.
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
  return piece;
};

const answer = async (file: Promise<File>, slice: Uint8Array | null): Promise<Reply[1]> => {
  try {
    const opened = await file;
    return slice === null ? opened.format.end() : encode(opened, slice);
  } catch (error) {
    return error instanceof TooManyRows ? 'too many rows' : (error as Error);
  }
};

const onRequest = async ([id, request]: [id: number, Request]): Promise<void> => {
  if (request === 'close') files.delete(id);
  else if (request === null || request instanceof Uint8Array) {
    const file = files.get(id);
    if (file === undefined) return;
    const reply = await answer(file, request);
    parentPort?.postMessage([id, reply], reply instanceof Uint8Array ? transferListOf(reply) : []);
  } else {
    const file = open(request);
    // Its error answers the first slice.
    file.catch(() => undefined);
    files.set(id, file);
  }
};

parentPort?.on('message', onRequest);
