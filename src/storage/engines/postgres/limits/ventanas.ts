import { RATE_WINDOW_MS } from '../../../../domain/sliding-window.ts';
import { bigintArray, textArray } from '../driver/arrays.ts';
import { CLOCK_MS } from '../driver/clock.ts';
import type { Session } from '../driver/connection.ts';

/** Sliding windows of 60 seconds, counted over all processes. */
export interface VentanaStore {
  /** Takes up to the given number of slots in each bucket, by the database's clock; a bucket has `limit` slots. */
  take(buckets: ReadonlyMap<string, number>, limit: number): Promise<Map<string, VentanaState>>;
}

export interface VentanaState {
  taken: number;
  /** Requests that count now, these included. */
  used: number;
  /** How long the oldest of them still counts, by the database's clock. */
  freesInMs: number;
}

/** Until when the newest request of a bucket counts. A clock that was set back must not free slots early. */
const UNTIL = 'greatest(excluded.until_ms, v.until_ms)';
/** How many requests of a bucket no longer count: they are sorted, and `width_bucket` is a binary search. */
const LAPSED = `width_bucket(${UNTIL} - ${2 * RATE_WINDOW_MS}, v.moments)`;
/** How many slots are taken: none if a process with a higher limit has counted more. */
const FREE = `greatest(0, least(excluded.taken, $3::int - cardinality(v.moments) + ${LAPSED}))`;
/** The clock was set back by more than a window: requests that count are dated now, or else they would count until then. */
const IS_AHEAD = `v.until_ms > excluded.until_ms + ${RATE_WINDOW_MS}`;

/** Locks buckets in key order, so that no two processes deadlock, and uses the server's clock, because theirs may differ. */
const TAKE = `
  WITH clock AS MATERIALIZED (SELECT ${CLOCK_MS} AS ms), requested AS (
    SELECT bucket, least(n, $3)::int AS n, ms
    FROM unnest($1::text[], $2::bigint[]) AS u (bucket, n), clock ORDER BY bucket
  )
  INSERT INTO rate_windows AS v (bucket, moments, taken, until_ms)
  SELECT bucket, array_fill(ms, ARRAY[n]), n, ms + ${RATE_WINDOW_MS} FROM requested
  ON CONFLICT (bucket) DO UPDATE SET
    moments = CASE WHEN ${IS_AHEAD}
      THEN array_fill(excluded.until_ms - ${RATE_WINDOW_MS},
                      ARRAY[cardinality(v.moments) - ${LAPSED} + ${FREE}])
      ELSE v.moments[${LAPSED} + 1 :] || array_fill(${UNTIL} - ${RATE_WINDOW_MS}, ARRAY[${FREE}])
    END,
    taken = ${FREE},
    until_ms = CASE WHEN ${IS_AHEAD} THEN excluded.until_ms ELSE ${UNTIL} END
  RETURNING bucket, taken, cardinality(moments) AS used,
    moments[1] + ${RATE_WINDOW_MS} - (SELECT ms FROM clock) AS frees_in_ms`;

/** Continues in key order where the last sweep ended: an index by time would cost every request a write. */
const SWEEP = `
  WITH seen AS MATERIALIZED (
    SELECT bucket FROM rate_windows WHERE bucket > $1 ORDER BY bucket LIMIT $2
  ), deleted AS (
    DELETE FROM rate_windows WHERE bucket IN (
      SELECT v.bucket FROM seen JOIN rate_windows v USING (bucket)
      WHERE v.until_ms < ${CLOCK_MS} FOR UPDATE OF v SKIP LOCKED)
  )
  SELECT max(bucket) AS swept_to FROM seen`;
/** A sweep covers more buckets than can have come since the last one. */
const BUCKETS_BETWEEN_SWEEPS = 200;
const BUCKETS_PER_SWEEP = 500;

type Row = { bucket: string; taken: number; used: number; frees_in_ms: number };

/** A take does not wait for the disk: a crash of the server loses the counts of a minute. */
export const makeVentanaStore = (counting: Session): VentanaStore => {
  let unswept = 0;
  let sweptTo = '';

  const sweep = async (): Promise<void> => {
    unswept = 0;
    type Swept = { swept_to: string | null };
    const [swept] = await counting.rows<Swept>(SWEEP, [sweptTo, BUCKETS_PER_SWEEP]);
    sweptTo = swept?.swept_to ?? '';
  };

  return {
    async take(buckets, limit) {
      const [names, counts] = [[...buckets.keys()], [...buckets.values()]];
      unswept += names.length;
      const [rows] = await Promise.all([
        counting.rows<Row>(TAKE, [textArray(names), bigintArray(counts), limit]),
        unswept >= BUCKETS_BETWEEN_SWEEPS ? sweep() : null,
      ]);
      return new Map(
        rows.map(({ bucket, taken, used, frees_in_ms }): [string, VentanaState] => [
          bucket,
          { taken, used, freesInMs: frees_in_ms },
        ]),
      );
    },
  };
};
