import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** In a worker: the package takes a third of a second and tens of megabytes to load. */
export const loadBundle = async (): Promise<Buffer> => {
  const worker = new Worker(new URL('./bundle-worker.ts', import.meta.url));
  try {
    const [bytes] = (await once(worker, 'message')) as [Uint8Array];
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } finally {
    await worker.terminate();
  }
};
