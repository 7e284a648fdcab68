import { RATE_LIMIT, RATE_WINDOW_MS } from '../../domain/sliding-window.ts';
import type { VentanaState, VentanaStore } from '../port.ts';
import { int4Array, textArray } from './arrays.ts';
import type { Statement } from './connection.ts';
import { type Transact, UNHURRIED } from './transaction.ts';

/**
 * One statement for all buckets that wait, in the order of their keys so that two processes cannot
 * lock each other out. The time is the server's: the clocks of the processes may differ. It never
 * goes back within a bucket, or slots would free too early after a clock was set.
 */
const TAKE: Statement = {
  name: 'ventanas_take',
  text: `
    WITH ahora AS MATERIALIZED (
      SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms
    ), pedidas AS (
      SELECT clave, least(n, ${RATE_LIMIT}) AS n, ms
      FROM unnest($1::text[], $2::int[]) AS u (clave, n), ahora ORDER BY clave
    )
    INSERT INTO ventanas AS v (clave, momentos, tomados, hasta_ms)
    SELECT clave, array_fill(ms, ARRAY[n]), n, ms + ${RATE_WINDOW_MS} FROM pedidas
    ON CONFLICT (clave) DO UPDATE SET (momentos, tomados, hasta_ms) = (
      SELECT vigentes || array_fill(ms, ARRAY[libres]), libres, ms + ${RATE_WINDOW_MS}
      FROM (
        SELECT ms, vigentes, least(excluded.tomados, ${RATE_LIMIT} - cardinality(vigentes)) AS libres
        FROM (
          SELECT ms, ARRAY(
            SELECT m FROM unnest(v.momentos) m WHERE m > ms - ${RATE_WINDOW_MS} ORDER BY m
          ) AS vigentes
          FROM (
            SELECT greatest(excluded.hasta_ms, v.hasta_ms) - ${RATE_WINDOW_MS} AS ms
          ) reloj
        ) ventana
      ) reparto
    )
    RETURNING clave, momentos, tomados`,
};

/** What no longer counts, some at a time. */
const SWEEP: Statement = {
  name: 'ventanas_sweep',
  text: `
    DELETE FROM ventanas WHERE clave IN (
      SELECT clave FROM ventanas
      WHERE hasta_ms < floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
      ORDER BY hasta_ms LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
};
const TAKES_PER_SWEEP = 200;

type Row = { clave: string; momentos: string[]; tomados: number };

export const makeVentanaStore = (transact: Transact): VentanaStore => {
  let takes = 0;
  return {
    async take(buckets) {
      takes += 1;
      const [claves, counts] = [[...buckets.keys()], [...buckets.values()]];
      const rows = await transact((transaction) => {
        transaction.send(UNHURRIED, []);
        const taken = transaction.rows<Row>(TAKE, [textArray(claves), int4Array(counts)]);
        if (takes % TAKES_PER_SWEEP === 0) transaction.send(SWEEP, []);
        return taken;
      });
      return new Map(
        rows.map(({ clave, momentos, tomados }): [string, VentanaState] => [
          clave,
          { taken: tomados, momentos: momentos.map(Number) },
        ]),
      );
    },
  };
};
