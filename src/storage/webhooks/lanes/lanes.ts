import type { Capacity, DeliveryEvent, LaneStep } from '../../../domain/webhooks/delivery.ts';
import { needsOf, planStep } from '../../../domain/webhooks/lane/plan.ts';
import { type Database, rows, type Work } from '../../database.ts';
import type { Claim, Lane, LaneAdvance, LaneKey, LaneStore } from '../../port/webhooks.ts';
import { loadNext, loadOrphans, loadRows } from './load.ts';
import {
  claimed,
  firstStep,
  hasWork,
  keyOf,
  LANES,
  type LaneRow,
  laneColumns,
  rowsToBegin,
  toAdvance,
  toLane,
  toLaneState,
} from './rows.ts';
import { type LaneSql, makeSaveStep } from './save.ts';

/** How an engine carries out the steps of lanes. */
export interface LaneEngine extends LaneSql {
  /** Whether this process may hold lanes. */
  isSender(): boolean;
  /** Of the processes that share a database, one a time looks for lanes that have something to do. */
  takeTurn(everyMs: number): Promise<boolean>;
  claim<T>(restauranteId: string, work: () => Work<T>): Promise<T>;
  /** A step that a crash loses sends its deliveries again: its commit need not wait for the disk. */
  advance<T>(restauranteId: string, work: () => Work<T>, given: readonly LaneStep[]): Promise<T>;
  /** May renew the lanes in parts, each in a transaction of its own. */
  renew<T>(lanes: readonly LaneKey[], work: (part: readonly LaneKey[]) => Work<T[]>): Promise<T[]>;
}

const HELD = `
  SELECT ${laneColumns('$1')} FROM ${LANES}
  WHERE w.restaurante_id = $1 AND w.id = ANY ($2::text[]) AND w.lease_holder = $3
    AND w.eliminado_ms IS NULL
  FOR UPDATE OF w`;
const STRAYS = `
  SELECT DISTINCT restaurante_id AS id FROM webhooks
  WHERE lease_holder = $1 AND id <> ALL ($2::text[]) LIMIT 0 + $3`;

const statementsBy = (clock: string) => {
  const free = `(w.lease_holder IS NULL OR w.lease_until_ms <= ${clock})`;
  /** Held by the owner ($3), but not among the lanes that it knows of ($4): an answer was lost. */
  const stray = '(w.lease_holder = $3 AND w.id <> ALL ($4::text[]))';
  const claimable = `
    WHERE w.restaurante_id = $1 AND g.activo AND (${free} OR ${stray}) AND ${hasWork('$2', '$1')}`;
  const renew = `
    UPDATE webhooks AS w SET lease_until_ms = ${clock} + $3
    FROM json_to_recordset($2) AS u ("restauranteId" text, "webhookId" text, fence bigint), log_heads g
    WHERE w.id = u."webhookId" AND w.fence = u.fence AND w.lease_holder = $1
      AND w.activo AND w.eliminado_ms IS NULL AND g.activo AND`;
  return {
    DUE: `
      SELECT DISTINCT w.restaurante_id AS id FROM ${LANES}
      WHERE g.activo AND ${free} AND ${hasWork('$1', 'w.restaurante_id')} LIMIT 0 + $2`,
    LOOK: `SELECT 1 AS found FROM ${LANES} ${claimable} LIMIT 1`,
    CLAIM: `SELECT ${laneColumns('$1')} FROM ${LANES} ${claimable} FOR UPDATE OF w SKIP LOCKED`,
    /** The only statement of a dispatcher that writes for several restaurants: it is rare, and no step holds its rows. */
    RENEW: `${renew} w.restaurante_id = u."restauranteId" AND g.restaurante_id = w.restaurante_id
      RETURNING id`,
    RENEW_OF_ONE: `${renew} w.restaurante_id = $4 AND g.restaurante_id = $4 RETURNING id`,
  };
};

export const makeLaneStore = (database: Database, engine: LaneEngine): LaneStore => {
  const { DUE, LOOK, CLAIM, RENEW, RENEW_OF_ONE } = statementsBy(engine.clock);
  const saveStep = makeSaveStep(engine);

  function* storeStep(
    row: LaneRow,
    claim: Claim,
    step: LaneStep,
    orphans: readonly DeliveryEvent[] = [],
  ): Work<LaneAdvance> {
    const key = keyOf(row);
    const lane = toLaneState(row);
    const needs = needsOf(lane, step, orphans);
    const loaded = yield* loadRows(key, { lane, step, orphans, needs });
    const plan = planStep(lane, step, loaded, claim.nowMs);
    yield* saveStep(key, step, plan, claim);
    const { bodies, next } = yield* loadNext(key, rowsToBegin(plan), needs.resends);
    return toAdvance(row, plan, bodies, next);
  }

  function* claimOne(
    row: LaneRow,
    claim: Claim,
    capacity: (lane: Lane, head: number) => Capacity,
  ): Work<{ lane: Lane; advance: LaneAdvance }> {
    const taken = claimed(row);
    const lane = toLane(taken);
    const orphans = yield* loadOrphans(keyOf(row), row, toLaneState(row).tipos);
    const step = firstStep(lane, capacity(lane, row.head));
    return { lane, advance: yield* storeStep(taken, claim, step, orphans) };
  }

  const idsOf = (found: readonly { id: string }[]): string[] => found.map(({ id }) => id);

  return {
    async due(nowMs, limit, everyMs = 0) {
      if (!engine.isSender() || !(await engine.takeTurn(everyMs))) return [];
      return idsOf(await database.all<{ id: string }>(DUE, nowMs, limit));
    },
    strays: async (owner, known, limit) =>
      idsOf(await database.all<{ id: string }>(STRAYS, owner, known, limit)),
    async claim(restauranteId, claim, capacity) {
      if (!engine.isSender()) return [];
      const { nowMs, owner, known = [] } = claim;
      const values = [
        restauranteId,
        nowMs,
        claim.known === undefined ? null : owner,
        known,
      ] as const;
      // The first look does without a transaction: most hints find nothing to claim, or another process was quicker.
      if ((await database.all(LOOK, ...values)).length === 0) return [];
      return engine.claim(restauranteId, function* () {
        const taken: { lane: Lane; advance: LaneAdvance }[] = [];
        for (const row of yield* rows<LaneRow>(CLAIM, ...values)) {
          taken.push(yield* claimOne(row, claim, capacity));
        }
        return taken;
      });
    },
    advance(restauranteId, claim, given) {
      const work = function* (): Work<(LaneAdvance | 'lost')[]> {
        const ids = given.map(({ webhookId }) => webhookId).sort();
        const held = yield* rows<LaneRow>(HELD, restauranteId, ids, claim.owner);
        const advances: (LaneAdvance | 'lost')[] = [];
        for (const step of given) {
          const row = held.find(({ id, fence }) => id === step.webhookId && fence === step.fence);
          advances.push(row === undefined ? 'lost' : yield* storeStep(row, claim, step));
        }
        return advances;
      };
      return engine.advance(restauranteId, work, given);
    },
    async renew({ owner, leaseMs }, lanes) {
      const renewed = await engine.renew(lanes, (part) => {
        const values = [owner, JSON.stringify(part), leaseMs] as const;
        const [first, ...others] = new Set(part.map(({ restauranteId }) => restauranteId));
        return first !== undefined && others.length === 0
          ? rows<{ id: string }>(RENEW_OF_ONE, ...values, first)
          : rows<{ id: string }>(RENEW, ...values);
      });
      return idsOf(renewed);
    },
  };
};
