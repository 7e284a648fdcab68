import { makeSemaphore } from '../../../async/semaphore.ts';
import type { Capacity, DeliveryEvent, LaneStep } from '../../../domain/webhooks/delivery.ts';
import { needsOf, planStep } from '../../../domain/webhooks/lane/plan.ts';
import type { Claim, Lane, LaneAdvance, LaneStore } from '../../port/webhooks.ts';
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
import { int8Array, textArray } from '../driver/arrays.ts';
import { STATEMENT_MS } from '../driver/clock.ts';
import type { Session } from '../driver/connection.ts';
import { SENDER_STEPS_MAX } from '../driver/pools.ts';
import type { Transact, Transaction } from '../driver/transaction.ts';
import { loadBodies, loadNextDue, loadOrphans, loadRows } from './load.ts';
import { saveStep } from './save.ts';

const FREE = `(w.arrendatario IS NULL OR w.arriendo_hasta_ms <= ${STATEMENT_MS})`;
const DUE = `
  SELECT DISTINCT w.restaurante_id AS id FROM ${LANES}
  WHERE r.activo AND ${FREE} AND ${hasWork('$1', 'w.restaurante_id')} LIMIT $2`;
/** `DUE` goes to every shard of a Citus cluster: all processes together may run it once a second, not each of them twice. */
const TAKE_TURN = `
  INSERT INTO cambios AS c (clase, version) VALUES ('lanes_due', ${STATEMENT_MS})
  ON CONFLICT (clase) DO UPDATE SET version = excluded.version
  WHERE abs(excluded.version - c.version) >= $1 RETURNING clase`;
const STRAYS = `
  SELECT DISTINCT restaurante_id AS id FROM webhooks
  WHERE arrendatario = $1 AND NOT id = ANY ($2::text[]) LIMIT $3`;
/** Held by the owner ($3), but not among the lanes that it knows of ($4): an answer was lost. */
const STRAY = '(w.arrendatario = $3 AND NOT w.id = ANY ($4::text[]))';
const CLAIMABLE = `
  WHERE w.restaurante_id = $2 AND r.activo AND (${FREE} OR ${STRAY}) AND ${hasWork('$1', '$2')}`;
/** The first look does without a transaction: most hints find nothing to claim, or another process was quicker. */
const LOOK = `SELECT 1 AS found FROM ${LANES} ${CLAIMABLE} LIMIT 1`;
const CLAIM = `SELECT ${laneColumns('$2')} FROM ${LANES} ${CLAIMABLE} FOR UPDATE OF w SKIP LOCKED`;
const HELD = `
  SELECT ${laneColumns('$1')} FROM ${LANES}
  WHERE w.restaurante_id = $1 AND w.id = ANY ($2::text[]) AND w.arrendatario = $3
    AND w.eliminado_ms IS NULL
  FOR UPDATE OF w`;
/** The only statement of a dispatcher that spans restaurants: it is rare, and no step of the dispatcher holds its rows. */
const RENEW = `
  UPDATE webhooks w SET arriendo_hasta_ms = ${STATEMENT_MS} + $5
  FROM unnest($2::text[], $3::text[], $4::bigint[]) AS u (restaurante_id, id, turno), restaurantes r
  WHERE w.restaurante_id = u.restaurante_id AND w.id = u.id AND w.turno = u.turno
    AND w.arrendatario = $1 AND w.activo AND w.eliminado_ms IS NULL
    AND r.id = w.restaurante_id AND r.activo
  RETURNING w.id`;

const storeStep = async (
  transaction: Transaction,
  row: LaneRow,
  claim: Claim,
  step: LaneStep,
  orphans: readonly DeliveryEvent[] = [],
): Promise<LaneAdvance> => {
  const key = keyOf(row);
  const lane = toLaneState(row);
  const needs = needsOf(lane, step, orphans);
  const rows = await loadRows(transaction, key, { lane, step, orphans, needs });
  const plan = planStep(lane, step, rows, claim.nowMs);
  saveStep(transaction, key, step, plan, claim);
  const [bodies, next] = await Promise.all([
    loadBodies(transaction, key, rowsToBegin(plan)),
    needs.resends ? loadNextDue(transaction, key) : NOTHING_DUE,
  ]);
  return toAdvance(row, plan, bodies, next);
};

const claimOne = async (
  transaction: Transaction,
  row: LaneRow,
  claim: Claim,
  capacity: (lane: Lane, head: number) => Capacity,
): Promise<{ lane: Lane; advance: LaneAdvance }> => {
  const taken = claimed(row);
  const lane = toLane(taken);
  const orphans = await loadOrphans(transaction, keyOf(row), row, toLaneState(row).tipos);
  const step = firstStep(lane, capacity(lane, row.head));
  return { lane, advance: await storeStep(transaction, taken, claim, step, orphans) };
};

export const makeLaneStore = (
  session: Session,
  counting: Session,
  transact: Transact,
): LaneStore => {
  const steps = makeSemaphore(SENDER_STEPS_MAX);
  /** Bounds the steps of failing endpoints: a hundred that time out together must leave most slots to healthy ones. */
  const failingSteps = makeSemaphore(Math.ceil(SENDER_STEPS_MAX / 4));
  const isFailing = (given: readonly LaneStep[]): boolean =>
    given.every(({ salud }) => salud.fallosSeguidos > 0);

  const advance: LaneStore['advance'] = (restauranteId, claim, given) =>
    transact(
      async (transaction) => {
        const ids = textArray(given.map(({ webhookId }) => webhookId).sort());
        const rows = await transaction.rows<LaneRow>(HELD, [restauranteId, ids, claim.owner]);
        const advances: (LaneAdvance | 'lost')[] = [];
        for (const step of given) {
          const row = rows.find(({ id, turno }) => id === step.webhookId && turno === step.turno);
          advances.push(row ? await storeStep(transaction, row, claim, step) : 'lost');
        }
        return advances;
      },
      // If a crash of the server loses a step, its deliveries are sent again. The claim was flushed.
      { fsync: false },
    );

  return {
    async due(nowMs, limit, everyMs = 0) {
      if (everyMs > 0 && (await counting.rows(TAKE_TURN, [everyMs])).length === 0) return [];
      return (await session.rows<{ id: string }>(DUE, [nowMs, limit])).map(({ id }) => id);
    },
    async strays(owner, known, limit) {
      const values = [owner, textArray(known), limit];
      return (await session.rows<{ id: string }>(STRAYS, values)).map(({ id }) => id);
    },
    async claim(restauranteId, claim, capacity) {
      const { nowMs, owner, known } = claim;
      const values = [nowMs, restauranteId, owner, known === undefined ? null : textArray(known)];
      if ((await session.rows(LOOK, values)).length === 0) return [];
      return steps.run(() =>
        transact(async (transaction) => {
          const rows = await transaction.rows<LaneRow>(CLAIM, values);
          if (rows.length === 0) transaction.undo();
          const taken: { lane: Lane; advance: LaneAdvance }[] = [];
          for (const row of rows) taken.push(await claimOne(transaction, row, claim, capacity));
          return taken;
        }),
      );
    },
    advance: (...args) => {
      const run = () => steps.run(() => advance(...args));
      return isFailing(args[2]) ? failingSteps.run(run) : run();
    },
    renew: ({ owner, leaseMs }, lanes) =>
      transact(
        async (transaction) => {
          const renewed = await transaction.rows<{ id: string }>(RENEW, [
            owner,
            textArray(lanes.map(({ restauranteId }) => restauranteId)),
            textArray(lanes.map(({ webhookId }) => webhookId)),
            int8Array(lanes.map(({ turno }) => turno)),
            leaseMs,
          ]);
          return renewed.map(({ id }) => id);
        },
        { fsync: false },
      ),
  };
};
