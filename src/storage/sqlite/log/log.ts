import type { ComandoPedido } from '../../../contract/comandos.ts';
import type { Answer, BatchContext } from '../../../domain/log/batch.ts';
import type { StoreDeps } from '../../port/deps.ts';
import type { LogPosition, LogStore } from '../../port/log.ts';
import { takeJobs } from '../../shared/jobs.ts';
import type { OrderCache } from '../../shared/order-cache.ts';
import { hasMoved } from '../../shared/watchers.ts';
import { type Changes, makeVersionedCache } from '../driver/changes.ts';
import type { Connection } from '../driver/connection.ts';
import { commitBatch } from './commit.ts';
import { pruneEvents, readEvents } from './events.ts';
import { readRegistro } from './registro.ts';
import { makeSqliteWatchers } from './watch.ts';

interface Job {
  restauranteId: string;
  comandos: readonly ComandoPedido[];
  resolve(answers: Answer[]): void;
  reject(error: unknown): void;
}

export interface SqliteLog extends LogStore {
  /** Resolves when nothing is waiting any more. */
  idle(): Promise<void>;
  /** Nobody is told of anything any more. */
  unwatch(): void;
}

export const makeLogStore = (
  connection: Connection,
  cache: OrderCache,
  context: () => BatchContext,
  changes: Changes,
  onTransaction: NonNullable<StoreDeps['onTransaction']> = () => undefined,
): SqliteLog => {
  const positions = makeVersionedCache<LogPosition | null>(changes.foreignVersion);
  const watchers = makeSqliteWatchers(changes);
  const queue: Job[] = [];
  let flushing: Promise<void> | null = null;

  /** Group commit: all that waits goes into one transaction, and one flush to disk answers for it. */
  const flushAll = async () => {
    while (queue.length > 0) {
      // Let everything that has arrived by now join in.
      await new Promise(setImmediate);
      const jobs = takeJobs(queue);
      try {
        const answers = connection.transaction(() => jobs.map(carryOut));
        onTransaction(jobs.reduce((sum, job) => sum + job.comandos.length, 0));
        jobs.forEach((job, i) => {
          job.resolve(answers[i] ?? []);
        });
        tell(jobs.filter((_, i) => hasMoved(answers[i] ?? [])));
      } catch {
        for (const job of jobs) flushAlone(job);
      }
    }
    flushing = null;
  };

  /** After a failed group each batch gets a try of its own: one that cannot be stored harms no other. */
  const flushAlone = (job: Job) => {
    try {
      cache.drop(job.restauranteId);
      const answers = connection.transaction(() => carryOut(job));
      job.resolve(answers);
      if (hasMoved(answers)) tell([job]);
    } catch (error) {
      cache.drop(job.restauranteId);
      job.reject(error);
    }
  };

  /** Once for each restaurant, after the transaction that all of them shared. */
  const tell = (moved: readonly Job[]) => {
    for (const id of new Set(moved.map((job) => job.restauranteId))) watchers.tell(id);
  };

  const carryOut = ({ restauranteId, comandos }: Job): Answer[] => {
    positions.drop(restauranteId);
    return commitBatch(connection, cache, restauranteId, comandos, context());
  };

  return {
    commit: (restauranteId, comandos) =>
      new Promise((resolve, reject) => {
        queue.push({ restauranteId, comandos, resolve, reject });
        flushing ??= flushAll();
      }),
    events: async (restauranteId, after, limit, only) =>
      readEvents(connection, restauranteId, after, limit, only),
    prune: async (restauranteId, beforeMs, limit) =>
      pruneEvents(connection, restauranteId, beforeMs, limit),
    position: async (restauranteId) =>
      positions.read(restauranteId, () => readPosition(connection, restauranteId)),
    async positions(restauranteIds) {
      const found = new Map<string, LogPosition>();
      for (const id of restauranteIds) {
        const position = positions.read(id, () => readPosition(connection, id));
        if (position !== null) found.set(id, position);
      }
      return found;
    },
    watch: watchers.watch,
    unwatch: watchers.close,
    idle: async () => {
      await flushing;
    },
  };
};

const readPosition = (connection: Connection, restauranteId: string): LogPosition | null => {
  const registro = readRegistro(connection, restauranteId);
  if (registro === null) return null;
  const { secuencia, logTag, version } = registro;
  return { secuencia, logTag, version };
};
