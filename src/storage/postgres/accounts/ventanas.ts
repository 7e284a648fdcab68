import { RATE_LIMIT, RATE_WINDOW_MS } from '../../../domain/sliding-window.ts';
import type { VentanaState, VentanaStore } from '../../port/limits.ts';
import { int4Array, textArray } from '../driver/arrays.ts';
import type { Session, Statement } from '../driver/connection.ts';

/** Until when the newest request of a bucket counts. It never goes back, or slots would free too early after a clock was set. */
const HASTA = 'greatest(excluded.hasta_ms, v.hasta_ms)';
/** How many of its requests count no more. They are in order: the server finds the place by halving. */
const CADUCADOS = `width_bucket(${HASTA} - ${2 * RATE_WINDOW_MS}, v.momentos)`;
const LIBRES = `least(excluded.tomados, ${RATE_LIMIT} - cardinality(v.momentos) + ${CADUCADOS})`;
const NOW_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/**
 * One statement for all buckets that wait, in the order of their keys so that two processes cannot
 * lock each other out. The time is the server's: the clocks of the processes may differ.
 */
const TAKE: Statement = {
  name: 'ventanas_take',
  text: `
    WITH ahora AS MATERIALIZED (SELECT ${NOW_MS} AS ms), pedidas AS (
      SELECT clave, least(n, ${RATE_LIMIT}) AS n, ms
      FROM unnest($1::text[], $2::int[]) AS u (clave, n), ahora ORDER BY clave
    )
    INSERT INTO ventanas AS v (clave, momentos, tomados, hasta_ms)
    SELECT clave, array_fill(ms, ARRAY[n]), n, ms + ${RATE_WINDOW_MS} FROM pedidas
    ON CONFLICT (clave) DO UPDATE SET
      momentos = v.momentos[${CADUCADOS} + 1 :] || array_fill(${HASTA} - ${RATE_WINDOW_MS}, ARRAY[${LIBRES}]),
      tomados = ${LIBRES},
      hasta_ms = ${HASTA}
    RETURNING clave, tomados, cardinality(momentos) AS usados, momentos[1] AS primero`,
};

/**
 * What no longer counts, key by key from where the last one ended. An index by time would lead straight there,
 * and be written with every request.
 */
const SWEEP: Statement = {
  name: 'ventanas_sweep',
  text: `
    WITH vistas AS MATERIALIZED (
      SELECT clave FROM ventanas WHERE clave > $1 ORDER BY clave LIMIT $2
    ), borradas AS (
      DELETE FROM ventanas WHERE clave IN (
        SELECT v.clave FROM vistas JOIN ventanas v USING (clave)
        WHERE v.hasta_ms < ${NOW_MS} FOR UPDATE OF v SKIP LOCKED)
    )
    SELECT max(clave) AS hasta FROM vistas`,
};
/** More are looked at than can have come meanwhile. */
const BUCKETS_BETWEEN_SWEEPS = 200;
const BUCKETS_PER_SWEEP = 500;

type Row = { clave: string; tomados: number; usados: number; primero: number };

/** Each take is a transaction of its own that waits for no disk: a crash of the server loses counts of a minute. */
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
    async take(buckets) {
      const [claves, counts] = [[...buckets.keys()], [...buckets.values()]];
      unswept += claves.length;
      const [rows] = await Promise.all([
        counting.rows<Row>(TAKE, [textArray(claves), int4Array(counts)]),
        unswept >= BUCKETS_BETWEEN_SWEEPS ? sweep() : null,
      ]);
      return new Map(
        rows.map(({ clave, tomados, usados, primero }): [string, VentanaState] => [
          clave,
          { taken: tomados, used: usados, firstMs: primero },
        ]),
      );
    },
  };
};
