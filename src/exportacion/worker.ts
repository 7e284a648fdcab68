// A thread of its own that turns slices of orders into a file: parsing and compressing take long enough
// to be felt by everybody else.

import { parentPort, workerData } from 'node:worker_threads';
import type { Pedido } from '../contract/recursos/pedido.ts';
import { type EncoderOptions, makeEncoder } from './encoder.ts';
import { TooManyRows } from './format.ts';
import { ownMemory } from './own-memory.ts';

/** NDJSON of some orders; null after the last of them. */
export type Request = Uint8Array | null;
export type Reply = Uint8Array | 'too many rows';

const PART_BYTES = 512 * 1_024;

const encoder = await makeEncoder(workerData as EncoderOptions);

/** A line break never stands inside JSON of ours: lines become one list, which is parsed at once. */
const parse = (lines: string): Pedido[] =>
  JSON.parse(`[${lines.trimEnd().replaceAll('\n', ',')}]`) as Pedido[];

/** Large orders are parsed a few at a time: what one text turns into has to fit into the thread's memory. */
function* inParts(lines: Buffer): Generator<string> {
  for (let start = 0; start < lines.length; ) {
    const cut = lines.indexOf('\n', Math.min(start + PART_BYTES, lines.length - 1));
    const end = cut < 0 ? lines.length : cut + 1;
    yield lines.toString('utf8', start, end);
    start = end;
  }
}

const encode = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array => {
  const lines = Buffer.from(buffer, byteOffset, byteLength);
  const pieces = Array.from(inParts(lines), (part) => encoder.encode(parse(part)));
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
};

const answer = (request: Request): Reply => {
  try {
    return request === null ? encoder.end() : encode(request);
  } catch (error) {
    if (error instanceof TooManyRows) return 'too many rows';
    throw error;
  }
};

parentPort?.on('message', (request: Request) => {
  const reply = answer(request);
  parentPort?.postMessage(reply, typeof reply === 'string' ? [] : ownMemory(reply));
});
