import cluster, { type Worker } from 'node:cluster';
import { on, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Figures } from '../../../app.ts';
import type { Log } from '../../../platform/log.ts';
import type { ToPrimary, ToWorker } from './worker.ts';

export const WORKERS_MAX = 64;
// Workers accept connections themselves: a connection that the primary hands to a dying worker is neither answered nor closed.
cluster.schedulingPolicy = cluster.SCHED_NONE;
/** Pause before a worker that ended by itself is replaced: one that cannot start must not fill the log. */
const RESTART_MS = 1_000;
/** A worker that has not reported its figures by then counts with those that it reported last. */
const FIGURES_MS = 2_000;

/** A worker may be ending at this moment: without the callback, that would raise an error in this process. */
const send = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message, () => undefined);
};

/**
 * Keeps `count` processes running on the same ports until `signal`; each is the whole service. SIGHUP replaces them one
 * after the other. Returns the exit code.
 */
export const runWorkers = async (
  count: number,
  { signal, log }: { signal: AbortSignal; log: Log },
): Promise<number> => {
  // Loaded on use: other commands need not load the metrics library.
  const { addCounts, workerCounts } = await import('./counts.ts');
  /** The workers that run, each with its start. */
  const workers = new Map<Worker, Promise<void>>();
  const ready = new Set<Worker>();
  const stopping = new Set<Worker>();
  const lastFigures = new Map<Worker, Figures>();
  let endedByThemselves = 0;
  /** The sum of the workers that have ended. Without it the counts would fall, which Prometheus takes for a restart of all. */
  let endedSum: Promise<Figures> = Promise.resolve([]);

  /** Resolves when the new worker serves; rejects if it ends before. */
  const start = async (): Promise<void> => {
    const worker = cluster.fork();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    workers.set(worker, promise);
    worker.on('message', (message: ToPrimary) => {
      if (message.kind === 'ready') {
        ready.add(worker);
        resolve();
      } else if (message.kind === 'ask') {
        void gather().then((all) => send(worker, { kind: 'answer', id: message.id, all }));
      }
    });
    worker.on('exit', (code, killedBy) => {
      workers.delete(worker);
      const wasReady = ready.delete(worker);
      const figures = lastFigures.get(worker);
      lastFigures.delete(worker);
      if (figures !== undefined) endedSum = endedSum.then((sum) => addCounts(sum, figures));
      reject(new Error('a worker ended before it was ready'));
      if (stopping.delete(worker) || signal.aborted) return;
      const how = wasReady ? 'a worker ended by itself' : 'a worker ended before it was ready';
      endedByThemselves += 1;
      log.error({ worker: worker.process.pid, code, killedBy }, how);
      // The caller of `start` tries again for one that was not ready.
      if (wasReady) void replace();
    });
    await promise;
  };

  const replace = async (): Promise<void> => {
    while (!signal.aborted) {
      await delay(RESTART_MS);
      if (signal.aborted) return;
      const error = await start().then(
        () => null,
        (failure: unknown) => failure,
      );
      if (error === null) return;
      log.error({ err: error }, 'could not replace a worker; retrying');
    }
  };

  const stop = async (worker: Worker): Promise<void> => {
    if (worker.isDead()) return;
    stopping.add(worker);
    const exited = once(worker, 'exit');
    send(worker, { kind: 'stop' });
    await exited;
  };

  const stopAll = () => Promise.all([...workers.keys()].map(stop));

  /** Starts a replacement, then stops the old worker, which stays if the replacement does not start. */
  const renew = async (old: Worker): Promise<void> => {
    // From here on, its exit must not start another replacement.
    stopping.add(old);
    try {
      await start();
    } catch (error) {
      const hasEnded = !stopping.delete(old);
      if (hasEnded) void replace();
      throw error;
    }
    await refreshFigures(old);
    await stop(old);
  };

  const refreshFigures = async (worker: Worker): Promise<void> => {
    const figures = ready.has(worker) ? await requestFigures(worker) : null;
    // A worker that ended meanwhile is in `endedSum` already.
    if (figures !== null && ready.has(worker)) lastFigures.set(worker, figures);
  };

  /** The figures of all workers, including those that have ended. */
  const gather = async (): Promise<Figures[]> => {
    await Promise.all([...ready].map(refreshFigures));
    return [...lastFigures.values(), await endedSum, await workerCounts(endedByThemselves)];
  };

  let isAsked = false;
  // True during the start as well: a rolling restart follows it.
  let isRolling = true;
  /** Returns early if SIGHUP comes again, because the workers that it has started may have read the code before. */
  const replaceAll = async (): Promise<void> => {
    for (const [old, started] of [...workers]) {
      // One that does not start, or dies meanwhile, is replaced already.
      await started.catch(() => undefined);
      if (isAsked || signal.aborted) return;
      if (ready.has(old)) await renew(old);
    }
    log.info('all workers were replaced');
  };
  const roll = async (): Promise<void> => {
    if (isRolling) return;
    isRolling = true;
    while (isAsked && !signal.aborted) {
      isAsked = false;
      await replaceAll().catch((error: unknown) =>
        log.error({ err: error }, 'a new worker did not start: the old ones stay'),
      );
    }
    isRolling = false;
  };
  process.on('SIGHUP', () => {
    isAsked = true;
    void roll();
  });

  try {
    // The first starts alone, because it migrates the database and makes the missing keys.
    await start();
  } catch {
    await stopAll();
    return signal.aborted ? 0 : 1;
  }
  const others = Array.from({ length: count - 1 }, () => start().catch(replace));
  const aborted = signal.aborted ? null : once(signal, 'abort');
  await Promise.race([Promise.all(others), aborted]);
  isRolling = false;
  void roll();
  if (!signal.aborted) await once(signal, 'abort');
  await stopAll();
  return 0;
};

let lastId = 0;

/** Null if the worker ends or takes too long. */
const requestFigures = async (worker: Worker): Promise<Figures | null> => {
  lastId += 1;
  const id = lastId;
  const signal = AbortSignal.timeout(FIGURES_MS);
  const messages = on(worker, 'message', { signal, close: ['exit'] });
  send(worker, { kind: 'tell', id });
  try {
    for await (const [message] of messages as AsyncIterable<[ToPrimary]>) {
      if (message.kind === 'told' && message.id === id) return message.figures;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return null;
};
