import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * The script of the API reference. Its package takes a third of a second and tens of megabytes to load:
 * in a worker, it blocks no other request, and its memory is freed.
 */
export const loadBundle = async (): Promise<Buffer> => {
  const worker = new Worker(new URL('./bundle-worker.ts', import.meta.url));
  try {
    const [bytes] = (await once(worker, 'message')) as [Uint8Array];
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } finally {
    await worker.terminate();
  }
};
