import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ComandoLog } from '../../../../domain/cliente/olvido.ts';
import { type Answer, type BatchContext, isEmptyPlan } from '../../../../domain/log/batch.ts';
import { planBatch } from '../../../../domain/log/plan.ts';
import { gathering, makeBatcher } from '../../../../platform/async/batcher.ts';
import type { Database } from '../../../database.ts';
import { pruneEvents, readEvents } from '../../../eventos/events.ts';
import {
  commandsOf,
  dealAnswers,
  GATHERED_COMMANDS_MAX,
  GATHERED_COMMANDS_MIN,
  type Job,
  takeTransaction,
  waitOf,
} from '../../../log/group-commit.ts';
import { READ_POSITION } from '../../../log/head.ts';
import { loadBatch } from '../../../log/load.ts';
import { makeOrderCache, type OrderCache } from '../../../log/order-cache.ts';
import { storePlan } from '../../../log/store-plan.ts';
import { hasMoved } from '../../../log/watchers.ts';
import type { StoreDeps } from '../../../port/deps.ts';
import type { LogPosition, LogStore } from '../../../port/log.ts';
import { type Changes, makeVersionedCache } from '../driver/changes.ts';
import type { Connection } from '../driver/connection.ts';
import { carryOut } from '../driver/database.ts';
import { isLocked } from '../driver/failures.ts';
import { makeSqliteWatchers } from './watch.ts';

interface SqliteLog extends LogStore {
  /** Resolves once no commit is waiting or under way. */
  idle(): Promise<void>;
  /** Drops all watchers. */
  unwatch(): void;
}

export const makeLogStore = (
  connection: Connection,
  database: Database,
  context: () => BatchContext,
  changes: Changes,
  { clock, transactions }: Pick<StoreDeps, 'clock' | 'transactions'>,
): SqliteLog => {
  const cache = makeOrderCache();
  // A restaurant that is created here has a position from then on.
  const positions = makeVersionedCache<LogPosition | null>(changes.accountsVersion);
  const positionOf = (restauranteId: string): LogPosition | null =>
    positions.read(
      restauranteId,
      () => connection.get<LogPosition>(READ_POSITION, restauranteId) ?? null,
    );
  const watchers = makeSqliteWatchers(changes);

  /** One transaction and one flush to disk for the jobs of all restaurants. */
  const commitTogether = async (jobs: readonly Job[]): Promise<Answer[][]> => {
    const startMs = clock.monotonic();
    transactions?.waited('turn', waitOf(jobs, startMs));
    const groups = Map.groupBy(jobs, (job) => job.restauranteId);
    const answers: Answer[][] = [];
    const moved: string[] = [];
    try {
      await connection.transactSoon(() => {
        // Begins anew if another program held the lock.
        answers.length = 0;
        moved.length = 0;
        for (const [restauranteId, group] of groups) {
          positions.drop(restauranteId);
          const comandos = commandsOf(group);
          const batch = commitBatch(connection, cache, restauranteId, comandos, context());
          // The jobs come restaurant by restaurant (`takeTransaction`), and so do their answers.
          answers.push(...dealAnswers(group, batch));
          if (hasMoved(batch)) moved.push(restauranteId);
        }
      });
    } catch (error) {
      for (const restauranteId of groups.keys()) cache.drop(restauranteId);
      transactions?.failed();
      throw error;
    }
    const commands = jobs.reduce((sum, { comandos }) => sum + comandos.length, 0);
    transactions?.committed(commands, (clock.monotonic() - startMs) / 1_000);
    for (const restauranteId of moved) watchers.tell(restauranteId);
    return answers;
  };

  let waiting = 0;
  /** A transaction blocks the event loop: a bulk load waits for as long as each turn of the loop brings more commands. */
  const gather = async (): Promise<void> => {
    await nextTurn();
    let before = GATHERED_COMMANDS_MIN;
    while (before < waiting && waiting < GATHERED_COMMANDS_MAX) {
      before = waiting;
      await nextTurn();
    }
  };

  const commits = makeBatcher(commitTogether, {
    schedule: gathering(gather),
    take(queue) {
      const taken = takeTransaction(queue);
      for (const { item } of taken) waiting -= item.comandos.length;
      return taken;
    },
    // A locked database fails every job alike, and each try blocks the whole process.
    splitsOn: (error) => !isLocked(error),
  });

  return {
    commit(restauranteId, comandos, bytes = 0) {
      waiting += comandos.length;
      connection.postponeCheckpoint();
      return commits.add({ restauranteId, comandos, bytes, sinceMs: clock.monotonic() });
    },
    events: (restauranteId, after, limit, only) =>
      readEvents(database, restauranteId, after, limit, only),
    prune: (restauranteId, beforeMs, limit) =>
      pruneEvents(database, restauranteId, beforeMs, limit),
    position: async (restauranteId) => positionOf(restauranteId),
    positions: async (restauranteIds) =>
      new Map(
        restauranteIds.flatMap((id) => {
          const position = positionOf(id);
          return position === null ? [] : [[id, position]];
        }),
      ),
    epoch: () => 0,
    watch: watchers.watch,
    unwatch: watchers.close,
    idle: commits.idle,
  };
};

/** Carries out one batch inside the transaction that is open: read, plan, write. */
const commitBatch = (
  connection: Connection,
  cache: OrderCache,
  restauranteId: string,
  comandos: readonly ComandoLog[],
  context: BatchContext,
): Answer[] => {
  const loading = loadBatch(cache, restauranteId, comandos, context.now);
  const { state, version, idSkew } = carryOut(connection, loading);
  const plan = planBatch(state, comandos, context);
  const isEmpty = isEmptyPlan(plan);
  if (!isEmpty) carryOut(connection, storePlan(restauranteId, plan, idSkew, context.now));
  cache.keep(restauranteId, isEmpty ? version : version + 1, state.pedidos);
  return plan.answers;
};
