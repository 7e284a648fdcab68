// A thread that turns slices of orders into a file: on the main thread, reading and compressing them would hold up all
// other requests.

import { parentPort, workerData } from 'node:worker_threads';
import { type EncoderOptions, makeEncoder } from './encoder.ts';
import { TooManyRows } from './format.ts';
import { transferListOf } from './transfer-list.ts';

/** Some orders as NDJSON; null after the last slice. */
export type Request = Uint8Array | null;
export type Reply = Uint8Array | 'too many rows';

const encoder = await makeEncoder(workerData as EncoderOptions);

const encode = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array => {
  const piece = encoder.encode(Buffer.from(buffer, byteOffset, byteLength));
  // Frees the slice now: this thread allocates next to nothing, so that V8 would hardly ever collect it.
  if (buffer.byteLength === byteLength) (buffer as ArrayBuffer).transfer(0);
  return piece;
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
  parentPort?.postMessage(reply, typeof reply === 'string' ? [] : transferListOf(reply));
});
