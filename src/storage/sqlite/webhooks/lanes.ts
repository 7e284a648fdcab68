import { makeBatcher, nextTurn } from '../../../async/batcher.ts';
import type { Capacity, DeliveryEvent, LaneStep } from '../../../domain/webhooks/delivery.ts';
import { needsOf, planStep } from '../../../domain/webhooks/lane/plan.ts';
import type { Claim, Lane, LaneAdvance, LaneKey, LaneStore } from '../../port/webhooks.ts';
import {
  claimed,
  firstStep,
  hasWork,
  keyOf,
  LANES,
  type LaneRow,
  laneColumns,
  NOTHING_DUE,
  rowsToBegin,
  toAdvance,
  toLane,
  toLaneState,
} from '../../shared/lane-rows.ts';
import type { Connection } from '../driver/connection.ts';
import { isLocked } from '../driver/failures.ts';
import { loadBodies, loadNextDue, loadOrphans, loadRows } from './load.ts';
import { saveStep } from './save.ts';

/** ?2 is the time by this process's monotonic clock: no other process has lanes. */
const FREE = '(w.arrendatario IS NULL OR w.arriendo_hasta_ms <= ?2)';
const DUE = `
  SELECT DISTINCT w.restaurante_id AS id FROM ${LANES}
  WHERE r.activo AND ${FREE} AND ${hasWork('?1', 'w.restaurante_id')} LIMIT 0 + ?3`;
/** Every commit asks, and most restaurants have no webhook at all. */
const HAS_WEBHOOK = 'SELECT 1 FROM webhooks WHERE restaurante_id = ? LIMIT 1';
const CLAIMABLE = `
  SELECT ${laneColumns('?3')} FROM ${LANES}
  WHERE w.restaurante_id = ?3 AND r.activo AND ${FREE} AND ${hasWork('?1', '?3')}`;
const HELD = `
  SELECT ${laneColumns('w.restaurante_id')} FROM ${LANES}
  WHERE w.restaurante_id = ? AND w.id = ? AND w.turno = ? AND w.arrendatario = ?
    AND w.eliminado_ms IS NULL`;
const RENEW = `
  UPDATE webhooks SET arriendo_hasta_ms = ?
  WHERE restaurante_id = ? AND id = ? AND turno = ? AND arrendatario = ? AND activo
    AND eliminado_ms IS NULL AND (SELECT activo FROM restaurantes WHERE id = restaurante_id)`;

/** Claims and steps that share a transaction: readers wait for these at most, not for a flood. */
const PER_TRANSACTION = 50;

export const makeLaneStore = (
  connection: Connection,
  isSender: () => boolean,
  monotonicMs: () => number,
): LaneStore & { idle(): Promise<void> } => {
  const { run, get, all } = connection;

  /** Group commit without waiting for the disk: a delivery whose outcome is lost in a crash is sent again. */
  const steps = makeBatcher<() => unknown, unknown>(
    async (works) => connection.transaction(() => works.map((work) => work()), { fsync: false }),
    {
      schedule: nextTurn,
      take: (queue) => queue.splice(0, PER_TRANSACTION),
      splitsOn: (error) => !isLocked(error),
    },
  );
  const inTransaction = <T>(work: () => T): Promise<T> => steps.add(work) as Promise<T>;
  const leaseUntilMs = (leaseMs: number): number => Math.ceil(monotonicMs() + leaseMs);

  const storeStep = (
    row: LaneRow,
    { nowMs, owner, leaseMs }: Claim,
    step: LaneStep,
    orphans: readonly DeliveryEvent[] = [],
  ): LaneAdvance => {
    const key = keyOf(row);
    const lane = toLaneState(row);
    const needs = needsOf(lane, step, orphans);
    const rows = loadRows(connection, key, { lane, step, orphans, needs });
    const plan = planStep(lane, step, rows, nowMs);
    saveStep(connection, key, step, plan, { nowMs, owner, leaseUntilMs: leaseUntilMs(leaseMs) });
    const bodies = loadBodies(connection, key, rowsToBegin(plan));
    const next = needs.resends ? loadNextDue(connection, key) : NOTHING_DUE;
    return toAdvance(row, plan, bodies, next);
  };

  const claimOne = (
    row: LaneRow,
    claim: Claim,
    capacity: (lane: Lane, head: number) => Capacity,
  ): { lane: Lane; advance: LaneAdvance } => {
    const taken = claimed(row);
    const lane = toLane(taken);
    const orphans = loadOrphans(connection, keyOf(row), row, toLaneState(row).tipos);
    const step = firstStep(lane, capacity(lane, row.head));
    return { lane, advance: storeStep(taken, claim, step, orphans) };
  };

  return {
    async due(nowMs, limit) {
      if (!isSender()) return [];
      return all<{ id: string }>(DUE, nowMs, monotonicMs(), limit).map(({ id }) => id);
    },
    // Only one process sends, and SQLite answers each of its claims and releases.
    strays: async () => [],
    async claim(restauranteId, claim, capacity) {
      if (!isSender() || get(HAS_WEBHOOK, restauranteId) === undefined) return [];
      const claimable = () => all<LaneRow>(CLAIMABLE, claim.nowMs, monotonicMs(), restauranteId);
      // The first look does without the write lock: most hints find nothing to claim.
      if (claimable().length === 0) return [];
      return inTransaction(() => claimable().map((row) => claimOne(row, claim, capacity)));
    },
    advance: (restauranteId, claim, given) =>
      inTransaction(() =>
        given.map((step) => {
          const { webhookId, turno } = step;
          const row = get<LaneRow>(HELD, restauranteId, webhookId, turno, claim.owner);
          return row === undefined ? 'lost' : storeStep(row, claim, step);
        }),
      ),
    renew: ({ owner, leaseMs }, lanes) =>
      inTransaction(() => {
        const until = leaseUntilMs(leaseMs);
        const isRenewed = ({ restauranteId, webhookId, turno }: LaneKey) =>
          run(RENEW, until, restauranteId, webhookId, turno, owner) > 0;
        return lanes.filter(isRenewed).map(({ webhookId }) => webhookId);
      }),
    idle: steps.idle,
  };
};
