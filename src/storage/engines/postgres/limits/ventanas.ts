import { RATE_WINDOW_MS } from '../../../../domain/sliding-window.ts';
import type { VentanaState, VentanaStore } from '../../../port/limits.ts';
import { bigintArray, textArray } from '../driver/arrays.ts';
import { CLOCK_MS } from '../driver/clock.ts';
import type { Session } from '../driver/connection.ts';

/** Until when the newest request of a bucket counts. A clock that was set back must not free slots early. */
const HASTA = 'greatest(excluded.hasta_ms, v.hasta_ms)';
/** How many requests of a bucket no longer count: they are sorted, and `width_bucket` is a binary search. */
const CADUCADOS = `width_bucket(${HASTA} - ${2 * RATE_WINDOW_MS}, v.momentos)`;
/** How many slots are taken: none if a process with a higher limit has counted more. */
const LIBRES = `greatest(0, least(excluded.tomados, $3::int - cardinality(v.momentos) + ${CADUCADOS}))`;
/** The clock was set back by more than a window: requests that count are dated now, or else they would count until then. */
const IS_AHEAD = `v.hasta_ms > excluded.hasta_ms + ${RATE_WINDOW_MS}`;

/** Locks buckets in key order, so that no two processes deadlock, and uses the server's clock, because theirs may differ. */
const TAKE = `
  WITH ahora AS MATERIALIZED (SELECT ${CLOCK_MS} AS ms), pedidas AS (
    SELECT clave, least(n, $3)::int AS n, ms
    FROM unnest($1::text[], $2::bigint[]) AS u (clave, n), ahora ORDER BY clave
  )
  INSERT INTO ventanas AS v (clave, momentos, tomados, hasta_ms)
  SELECT clave, array_fill(ms, ARRAY[n]), n, ms + ${RATE_WINDOW_MS} FROM pedidas
  ON CONFLICT (clave) DO UPDATE SET
    momentos = CASE WHEN ${IS_AHEAD}
      THEN array_fill(excluded.hasta_ms - ${RATE_WINDOW_MS},
                      ARRAY[cardinality(v.momentos) - ${CADUCADOS} + ${LIBRES}])
      ELSE v.momentos[${CADUCADOS} + 1 :] || array_fill(${HASTA} - ${RATE_WINDOW_MS}, ARRAY[${LIBRES}])
    END,
    tomados = ${LIBRES},
    hasta_ms = CASE WHEN ${IS_AHEAD} THEN excluded.hasta_ms ELSE ${HASTA} END
  RETURNING clave, tomados, cardinality(momentos) AS usados,
    momentos[1] + ${RATE_WINDOW_MS} - (SELECT ms FROM ahora) AS libre_ms`;

/** Continues in key order where the last sweep ended: an index by time would cost every request a write. */
const SWEEP = `
  WITH vistas AS MATERIALIZED (
    SELECT clave FROM ventanas WHERE clave > $1 ORDER BY clave LIMIT $2
  ), borradas AS (
    DELETE FROM ventanas WHERE clave IN (
      SELECT v.clave FROM vistas JOIN ventanas v USING (clave)
      WHERE v.hasta_ms < ${CLOCK_MS} FOR UPDATE OF v SKIP LOCKED)
  )
  SELECT max(clave) AS hasta FROM vistas`;
/** A sweep covers more buckets than can have come since the last one. */
const BUCKETS_BETWEEN_SWEEPS = 200;
const BUCKETS_PER_SWEEP = 500;

type Row = { clave: string; tomados: number; usados: number; libre_ms: number };

/** A take does not wait for the disk: a crash of the server loses the counts of a minute. */
export const makeVentanaStore = (counting: Session): VentanaStore => {
  let unswept = 0;
  let sweptTo = '';

  const sweep = async (): Promise<void> => {
    unswept = 0;
    type Swept = { hasta: string | null };
    const [swept] = await counting.rows<Swept>(SWEEP, [sweptTo, BUCKETS_PER_SWEEP]);
    sweptTo = swept?.hasta ?? '';
  };

  return {
    async take(buckets, limit) {
      const [claves, counts] = [[...buckets.keys()], [...buckets.values()]];
      unswept += claves.length;
      const [rows] = await Promise.all([
        counting.rows<Row>(TAKE, [textArray(claves), bigintArray(counts), limit]),
        unswept >= BUCKETS_BETWEEN_SWEEPS ? sweep() : null,
      ]);
      return new Map(
        rows.map(({ clave, tomados, usados, libre_ms }): [string, VentanaState] => [
          clave,
          { taken: tomados, used: usados, freesInMs: libre_ms },
        ]),
      );
    },
  };
};
