import { makeBatcher, nextTurn } from '../../../../platform/async/batcher.ts';
import type { Work } from '../../../database.ts';
import { INTENTOS_ANTERIORES_MAX } from '../../../port/webhooks.ts';
import type { LaneEngine } from '../../../webhooks/lanes/lanes.ts';
import type { Connection } from '../driver/connection.ts';
import { carryOut } from '../driver/database.ts';
import { isLocked } from '../driver/failures.ts';

/** Drops the oldest once there are too many. */
const ANTERIORES = `json_insert(
  CASE WHEN json_array_length(e.anteriores) >= ${INTENTOS_ANTERIORES_MAX} THEN json_remove(e.anteriores, '$[0]')
       ELSE coalesce(e.anteriores, '[]') END,
  '$[#]', json_array(e.ultimo_ms, e.status, e.fallo, e.duracion_ms))`;

/** Claims and steps that share a transaction: readers wait for these at most, not for a flood. */
const PER_TRANSACTION = 50;

export const makeLaneEngine = (
  connection: Connection,
  isSender: () => boolean,
  monotonicMs: () => number,
): LaneEngine & { idle(): Promise<void> } => {
  // Leases go by this process's monotonic clock: no other process has lanes.
  connection.db.function('monotonic_ms', () => Math.floor(monotonicMs()));

  /** Group commit without waiting for the disk: a delivery whose outcome is lost in a crash is sent again. */
  const steps = makeBatcher<() => Work<unknown>, unknown>(
    async (works) =>
      connection.transactSoon(() => works.map((work) => carryOut(connection, work())), {
        fsync: false,
      }),
    {
      schedule: nextTurn,
      take: (queue) => queue.splice(0, PER_TRANSACTION),
      splitsOn: (error) => !isLocked(error),
    },
  );
  const inTransaction = <T>(work: () => Work<T>): Promise<T> => steps.add(work) as Promise<T>;

  return {
    clock: 'monotonic_ms()',
    anteriores: ANTERIORES,
    isSender,
    takeTurn: async () => true,
    claim: (_, work) => inTransaction(work),
    advance: (_, work) => inTransaction(work),
    renew: (lanes, work) => inTransaction(() => work(lanes)),
    idle: steps.idle,
  };
};
