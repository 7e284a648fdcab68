import type pg from 'pg';
import type { ComandoLog } from '../../../../domain/cliente/olvido.ts';
import type { BatchContext } from '../../../../domain/log/batch.ts';
import type { Database } from '../../../database.ts';
import { pruneEvents, readEvents } from '../../../eventos/events.ts';
import { commandsOf, waitOf } from '../../../log/group-commit.ts';
import { POSITION_COLUMNS, READ_POSITION } from '../../../log/head.ts';
import { makeOrderCache, type OrderCache } from '../../../log/order-cache.ts';
import { hasMoved } from '../../../log/watchers.ts';
import type { StoreDeps } from '../../../port/deps.ts';
import { StorageBusyError } from '../../../port/errors.ts';
import type { LogPosition, LogStore } from '../../../port/log.ts';
import type { Gate } from '../cluster/bulkhead.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import { busyOr, isConflict, isHungUp, isStaleLog, uncertain } from '../driver/failures.ts';
import type { Pools } from '../driver/pools.ts';
import { retrying } from '../driver/retry.ts';
import { LostCommit, runTransaction } from '../driver/transaction.ts';
import type { PostgresWatchers } from '../wake/watch.ts';
import { type Committed, commitBatch, type Trace } from './commit.ts';
import { makeGroupCommit } from './group-commit.ts';

const READ_POSITIONS = `
  SELECT restaurante_id AS "restauranteId", ${POSITION_COLUMNS} FROM log_heads
  WHERE restaurante_id = ANY ($1::text[] COLLATE "C")`;

interface PostgresLog extends LogStore {
  /** Resolves once no commit is waiting or under way. */
  idle(): Promise<void>;
}

export const makeLogStore = (
  { reader, lookups, lookupsEpoch, writers }: Pools,
  database: Database,
  context: () => BatchContext,
  watchers: PostgresWatchers,
  { clock, transactions }: Pick<StoreDeps, 'clock' | 'transactions'>,
  gate?: Gate,
): PostgresLog => {
  const cache = makeOrderCache();
  // A failover may give out versions again. It never happens behind an open connection, so each new one clears the cache.
  writers.on('connect', () => cache.clear());
  let writersClosed = 0;
  writers.on('remove', () => {
    writersClosed += 1;
  });

  const commit = makeRetriedCommit(writers, cache, context);
  const commits = makeGroupCommit(async (restauranteId, jobs) => {
    const comandos = commandsOf(jobs);
    const startMs = clock.monotonic();
    transactions?.waited('turn', waitOf(jobs, startMs));
    const onConnected = () =>
      transactions?.waited('connection', (clock.monotonic() - startMs) / 1_000);
    try {
      const committing = () => commit(restauranteId, comandos, onConnected);
      const { answers, eventos } = await (gate?.judge(restauranteId, committing) ?? committing());
      transactions?.committed(comandos.length, (clock.monotonic() - startMs) / 1_000);
      if (hasMoved(answers)) watchers.moved(restauranteId, eventos);
      return answers;
    } catch (error) {
      transactions?.failed();
      throw error;
    }
  }, gate);

  return {
    commit: (restauranteId, comandos, bytes = 0) =>
      commits.commit({ restauranteId, comandos, bytes, sinceMs: clock.monotonic() }),
    idle: commits.idle,
    events: (restauranteId, after, limit, only) =>
      readEvents(database, restauranteId, after, limit, only),
    prune: (restauranteId, beforeMs, limit) =>
      pruneEvents(database, restauranteId, beforeMs, limit),
    position: async (restauranteId) =>
      (await lookups.rows<LogPosition>(READ_POSITION, [restauranteId]))[0] ?? null,
    positions: (restauranteIds) => readPositions(reader, restauranteIds),
    epoch: () => lookupsEpoch() + writersClosed,
    watch: watchers.watch,
  };
};

const readPositions = async (
  session: Session,
  restauranteIds: readonly string[],
): Promise<Map<string, LogPosition>> => {
  if (restauranteIds.length === 0) return new Map();
  type Row = LogPosition & { restauranteId: string };
  const rows = await session.rows<Row>(READ_POSITIONS, [textArray(restauranteIds)]);
  return new Map(rows.map(({ restauranteId, ...position }) => [restauranteId, position]));
};

/** Carries out a batch with retries. After a lost commit, a retry looks for its trace first: no batch is carried out twice. */
const makeRetriedCommit =
  (writers: pg.Pool, cache: OrderCache, context: () => BatchContext) =>
  (
    restauranteId: string,
    comandos: readonly ComandoLog[],
    onConnected: () => void,
  ): Promise<Committed> => {
    let lost: Trace | null = null;

    const attempt = async (): Promise<Committed> => {
      let trace: Trace | null = null;
      const onPlan = (planned: Trace) => {
        trace = planned;
      };
      const batch = { restauranteId, comandos, context: context(), lost, onPlan };
      try {
        const { keep, ...committed } = await runTransaction(writers, (transaction) => {
          onConnected();
          return commitBatch(transaction, cache, batch);
        });
        keep();
        return committed;
      } catch (error) {
        if (error instanceof LostCommit) lost = trace;
        throw error;
      }
    };
    const mayRepeat = (error: unknown) =>
      error instanceof LostCommit || isHungUp(error) || isConflict(error) || isStaleLog(error);

    return retrying(attempt, mayRepeat).catch((error: unknown) => {
      if (error instanceof StorageBusyError) throw error;
      throw lost === null ? busyOr(error) : uncertain(error);
    });
  };
