import { Worker } from 'node:worker_threads';
import { TooManyRows } from './format.ts';
import { transferListOf } from './transfer-list.ts';
import type { Reply, Request, WorkerOptions } from './worker.ts';

const WORKER = new URL('./worker.ts', import.meta.url);
const HEAP_MIB_MAX = 256;

/** Turns slices of NDJSON into a file, in a thread of its own. The next slice is read while one is encoded. */
export async function* convert(
  slices: AsyncIterable<Uint8Array>,
  options: WorkerOptions,
): AsyncGenerator<Uint8Array> {
  const thread = startThread(options);
  try {
    let encoding: Promise<Uint8Array> | null = null;
    for await (const lines of slices) {
      const next = thread.ask(lines);
      if (encoding !== null) yield await encoding;
      encoding = next;
    }
    if (encoding !== null) yield await encoding;
    yield await thread.ask(null);
  } finally {
    await thread.stop();
  }
}

const startThread = (options: WorkerOptions) => {
  const worker = new Worker(WORKER, {
    workerData: options,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB_MAX },
  });
  const asked: PromiseWithResolvers<Uint8Array>[] = [];
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of asked.splice(0)) reject(failure);
  };
  worker
    .on('message', (reply: Reply) => {
      if (reply === 'too many rows') fail(new TooManyRows());
      else asked.shift()?.resolve(reply);
    })
    .on('error', fail)
    .on('exit', () => fail(new Error('the thread of an export has ended')));
  return {
    ask(request: Request): Promise<Uint8Array> {
      const reply = Promise.withResolvers<Uint8Array>();
      // The caller may await an earlier reply, which rejects first: this one must not count as unhandled.
      reply.promise.catch(() => undefined);
      if (failure !== null) reply.reject(failure);
      else {
        asked.push(reply);
        worker.postMessage(request, request === null ? [] : transferListOf(request));
      }
      return reply.promise;
    },
    stop: () => worker.terminate(),
  };
};
