import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { TooManyRows } from './format.ts';
import { transferListOf } from './transfer-list.ts';
import type { FileOptions, Reply, Request } from './worker.ts';

/** As a package this is JavaScript. */
const WORKER = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
const HEAP_MIB_MAX = 64;
/** With more, V8 lets garbage gather that nobody needs. */
const YOUNG_MIB_MAX = 8;

type Pending = PromiseWithResolvers<Uint8Array>;

/** The thread, and by file the replies that it owes. */
interface Thread {
  worker: Worker;
  files: Map<number, Pending[]>;
  /** Why it is gone. */
  error: Error | null;
}

/**
 * Turns slices of NDJSON into files. One thread makes all files of a process, so that they share one budget of memory;
 * it ends with the last of them.
 */
export const makeConverter = () => {
  let thread: Thread | null = null;
  let lastId = 0;

  const start = (): Thread => {
    const worker = new Worker(WORKER, {
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MIB_MAX,
        maxYoungGenerationSizeMb: YOUNG_MIB_MAX,
      },
    });
    const started: Thread = { worker, files: new Map(), error: null };
    const fail = (error: Error): void => {
      if (thread === started) thread = null;
      started.error ??= error;
      for (const pending of [...started.files.values()].flat()) pending.reject(error);
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the thread of the exports has ended')));
    worker.on('message', ([id, reply]: Reply) => {
      const pending = started.files.get(id)?.shift();
      if (reply instanceof Uint8Array) pending?.resolve(reply);
      else pending?.reject(reply === 'too many rows' ? new TooManyRows() : reply);
    });
    return started;
  };

  return async function* convert(
    slices: AsyncIterable<Uint8Array>,
    options: FileOptions,
  ): AsyncGenerator<Uint8Array> {
    thread ??= start();
    const mine = thread;
    const { worker, files } = mine;
    lastId += 1;
    const id = lastId;
    const owed: Pending[] = [];
    files.set(id, owed);
    const send = (request: Request, transfer: ArrayBuffer[] = []) =>
      worker.postMessage([id, request], transfer);
    const ask = (slice: Uint8Array | null): Promise<Uint8Array> => {
      const reply = Promise.withResolvers<Uint8Array>();
      // It is awaited only once the next slice has been read.
      reply.promise.catch(() => undefined);
      if (mine.error !== null) reply.reject(mine.error);
      owed.push(reply);
      send(slice, slice === null ? [] : transferListOf(slice));
      return reply.promise;
    };
    try {
      send(options);
      let encoded: Promise<Uint8Array> | null = null;
      for await (const lines of slices) {
        const next = ask(lines);
        if (encoded !== null) yield await encoded;
        encoded = next;
      }
      if (encoded !== null) yield await encoded;
      yield await ask(null);
    } finally {
      files.delete(id);
      send('close');
      if (files.size === 0) {
        if (thread === mine) thread = null;
        await worker.terminate();
      }
    }
  };
};
