import type { LaneStep } from '../../../../domain/webhooks/delivery.ts';
import { makeSemaphore } from '../../../../platform/async/semaphore.ts';
import type { Database } from '../../../database.ts';
import { INTENTOS_ANTERIORES_MAX, type LaneKey } from '../../../port/webhooks.ts';
import type { LaneEngine } from '../../../webhooks/lanes/lanes.ts';
import { STATEMENT_MS } from '../driver/clock.ts';
import type { Session } from '../driver/connection.ts';
import { SENDER_STEPS_MAX } from '../driver/pools.ts';

/** The search goes to every shard of a Citus cluster: all processes together may run it once a second, not each of them twice. */
const TAKE_TURN = `
  INSERT INTO shared_numbers AS n (name, value) VALUES ('lanes_due', ${STATEMENT_MS})
  ON CONFLICT (name) DO UPDATE SET value = excluded.value
  WHERE abs(excluded.value - n.value) >= $1 RETURNING name`;
/** There the search costs 60 ms of processor time. Commits are announced, so that only a retry after a long pause waits for it. */
const CLUSTER_TURN_MS = 4_900;
/** Drops the oldest once there are too many. Text, because Citus refuses `jsonb_build_array` (STABLE) in the CASE of an UPDATE. */
const ANTERIORES = `
  CASE WHEN jsonb_array_length(e.anteriores) >= ${INTENTOS_ANTERIORES_MAX} THEN e.anteriores - 0
       ELSE coalesce(e.anteriores, '[]') END
  || ('[[' || e.ultimo_ms || ',' || coalesce(e.status::text, 'null') || ',' || coalesce('"' || e.fallo || '"', 'null')
      || ',' || coalesce(e.duracion_ms::text, 'null') || ']]')::jsonb`;

/** Steps on a cluster; `null` on one server. */
type Gate = <T>(restauranteId: string, work: () => Promise<T>) => Promise<T>;

export const makeLaneEngine = (
  { transact }: Database,
  counting: Session,
  gate: Gate | null,
): LaneEngine => {
  const steps = makeSemaphore(SENDER_STEPS_MAX);
  /** Bounds the steps of failing endpoints: a hundred that time out together must leave most slots to healthy ones. */
  const failingSteps = makeSemaphore(Math.ceil(SENDER_STEPS_MAX / 4));
  const within: Gate = gate ?? ((_, work) => work());
  const isFailing = (given: readonly LaneStep[]): boolean =>
    given.every(({ salud }) => salud.fallosSeguidos > 0);

  return {
    clock: STATEMENT_MS,
    anteriores: ANTERIORES,
    isSender: () => true,
    takeTurn: async (everyMs) =>
      everyMs === 0 ||
      (
        await counting.rows(TAKE_TURN, [
          gate === null ? everyMs : Math.max(everyMs, CLUSTER_TURN_MS),
        ])
      ).length > 0,
    claim: (restauranteId, work) => within(restauranteId, () => steps.run(() => transact(work))),
    advance(restauranteId, work, given) {
      const run = () =>
        within(restauranteId, () => steps.run(() => transact(work, { fsync: false })));
      return isFailing(given) ? failingSteps.run(run) : run();
    },
    async renew(lanes, work) {
      const renew = (part: readonly LaneKey[]) => transact(() => work(part), { fsync: false });
      if (gate === null) return renew(lanes);
      const parts = Map.groupBy(lanes, ({ restauranteId }) => restauranteId);
      const renewed = await Promise.allSettled(
        Array.from(parts, ([restauranteId, part]) => gate(restauranteId, () => renew(part))),
      );
      const done = renewed.filter((each) => each.status === 'fulfilled');
      // A lane whose node does not answer counts as lost only if others could be renewed: then the database is there.
      const [first] = renewed;
      if (done.length === 0 && first?.status === 'rejected') throw first.reason;
      return done.flatMap(({ value }) => value);
    },
  };
};
