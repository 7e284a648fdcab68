import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { TooManyRows } from './format.ts';
import { transferListOf } from './transfer-list.ts';
import type { Reply, WorkerOptions } from './worker.ts';

const WORKER = new URL('./worker.ts', import.meta.url);
const HEAP_MIB_MAX = 256;

/** Turns slices of NDJSON into a file, in a thread of its own. The next slice is read while one is encoded. */
export async function* convert(
  slices: AsyncIterable<Uint8Array>,
  options: WorkerOptions,
): AsyncGenerator<Uint8Array> {
  const worker = new Worker(WORKER, {
    workerData: options,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
  });
  // An error of the thread rejects the next reply.
  const replies = on(worker, 'message', { close: ['exit'] });
  const nextReply = async (): Promise<Uint8Array> => {
    const { value, done } = await replies.next();
    if (done) throw new Error('the thread of an export has ended');
    const reply = value[0] as Reply;
    if (reply === 'too many rows') throw new TooManyRows();
    return reply;
  };
  try {
    let isEncoding = false;
    for await (const lines of slices) {
      worker.postMessage(lines, transferListOf(lines));
      if (isEncoding) yield await nextReply();
      isEncoding = true;
    }
    if (isEncoding) yield await nextReply();
    worker.postMessage(null);
    yield await nextReply();
  } finally {
    await worker.terminate();
  }
}
