// A thread that turns slices of orders into a file: on the main thread, reading and compressing them would hold up all
// other requests.

import { parentPort, workerData } from 'node:worker_threads';
import type { Column, Formato, Tabla } from '../contract/exportacion.ts';
import { type MakeFormat, TooManyRows } from './format.ts';
import { makeScan } from './scan.ts';
import { transferListOf } from './transfer-list.ts';

/** Some orders as NDJSON; null after the last slice. */
type Request = Uint8Array | null;
export type Reply = Uint8Array | 'too many rows';

export interface WorkerOptions {
  tabla: Tabla;
  columns: readonly Column[];
  formato: Formato;
  /** For spreadsheets, which know no time zones and show local times. */
  timeZone: string;
}

/** Loaded lazily: a thread that writes CSV needs no Parquet. */
const FORMATS: Record<Formato, () => Promise<MakeFormat>> = {
  ndjson: async () => (await import('./formatos/ndjson.ts')).makeNdjson,
  csv: async () => (await import('./formatos/csv.ts')).makeCsv,
  xlsx: async () => (await import('./formatos/xlsx.ts')).makeXlsx,
  parquet: async () => (await import('./formatos/parquet.ts')).makeParquet,
};

const { tabla, columns, formato, timeZone } = workerData as WorkerOptions;
const scan = makeScan(tabla, columns);
const makeFormat = await FORMATS[formato]();
const format = makeFormat(columns, { sheet: tabla, timeZone });

const encode = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array => {
  const piece = format.add(scan(Buffer.from(buffer, byteOffset, byteLength)));
  // Frees the slice now: this thread allocates next to nothing, so that V8 would hardly ever collect it.
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
  return piece;
};

const answer = (request: Request): Reply => {
  try {
    return request === null ? format.end() : encode(request);
  } catch (error) {
    if (error instanceof TooManyRows) return 'too many rows';
    throw error;
  }
};

parentPort?.on('message', (request: Request) => {
  const reply = answer(request);
  parentPort?.postMessage(reply, typeof reply === 'string' ? [] : transferListOf(reply));
});
