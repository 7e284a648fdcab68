// A thread of its own that turns slices of orders into a file: parsing and compressing take long enough
// to be felt by everybody else.

import { parentPort, workerData } from 'node:worker_threads';
import type { Pedido } from '../contract/recursos/pedido.ts';
import { type EncoderOptions, makeEncoder } from './encoder.ts';
import { TooManyRows } from './format.ts';
import { ownMemory, release } from './memory.ts';

/** NDJSON of some orders; null after the last of them. */
export type Request = Uint8Array | null;
export type Reply = Uint8Array | 'too many rows';

const encoder = await makeEncoder(workerData as EncoderOptions);

/** A line break never stands inside JSON of ours: lines become one list, which is parsed at once. */
const parse = (lines: Uint8Array): Pedido[] => {
  const { buffer, byteOffset, byteLength } = lines;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString();
  release(lines);
  return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`) as Pedido[];
};

const answer = (request: Request): Reply => {
  try {
    return request === null ? encoder.end() : encoder.encode(parse(request));
  } catch (error) {
    if (error instanceof TooManyRows) return 'too many rows';
    throw error;
  }
};

parentPort?.on('message', (request: Request) => {
  const reply = answer(request);
  parentPort?.postMessage(reply, typeof reply === 'string' ? [] : ownMemory(reply));
});
