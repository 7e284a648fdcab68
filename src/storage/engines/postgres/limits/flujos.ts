import { randomBase32 } from '../../../../domain/ids.ts';
import type { RandomBytes } from '../../../../platform/random.ts';
import type { FlujoStore } from '../../../port/limits.ts';
import { bigintArray, textArray } from '../driver/arrays.ts';
import { CLOCK_MS } from '../driver/clock.ts';
import type { Transact } from '../driver/transaction.ts';

/** A claim that was not renewed for this long has lapsed: its process is gone. */
const LEASE_MS = 60_000;
const PROCESS_CHARS = 12;

/** A process gets the places that the others leave free. Rows are locked in key order, so that no two processes deadlock. */
const CLAIM = `
  WITH clock AS MATERIALIZED (SELECT ${CLOCK_MS} AS ms), wanted AS (
    SELECT llave_id, least(n, $4::int) AS n, ms
    FROM unnest($1::text[], $2::bigint[]) AS u (llave_id, n), clock ORDER BY llave_id
  )
  INSERT INTO connection_leases AS f (llave_id, processes, until_ms)
  SELECT llave_id, jsonb_build_object($3::text, jsonb_build_array(n, ms + ${LEASE_MS})), ms + ${LEASE_MS}
  FROM wanted
  ON CONFLICT (llave_id) DO UPDATE SET until_ms = excluded.until_ms, processes = (
    SELECT others || jsonb_build_object($3::text, jsonb_build_array(
             least((excluded.processes -> $3::text ->> 0)::int,
                   greatest(0, $4::int - open)),
             excluded.until_ms))
    FROM (
      SELECT coalesce(jsonb_object_agg(key, value), '{}') AS others,
             coalesce(sum((value ->> 0)::int), 0)::int AS open
      FROM jsonb_each(f.processes)
      WHERE key <> $3::text AND (value ->> 1)::bigint > excluded.until_ms - ${LEASE_MS}
    ) AS live
  )
  RETURNING llave_id, (processes -> $3::text ->> 0)::int AS granted`;

const SWEEP = `
  DELETE FROM connection_leases WHERE llave_id IN (
    SELECT llave_id FROM connection_leases
    WHERE until_ms < ${CLOCK_MS} ORDER BY until_ms LIMIT 500 FOR UPDATE SKIP LOCKED)`;
const CLAIMS_PER_SWEEP = 100;

export const makeFlujoStore = (transact: Transact, randomBytes: RandomBytes): FlujoStore => {
  const processId = randomBase32(randomBytes(PROCESS_CHARS));
  let claims = 0;
  return {
    async claim(counts, max) {
      claims += 1;
      const values = [
        textArray([...counts.keys()]),
        bigintArray([...counts.values()]),
        processId,
        max,
      ];
      const rows = await transact(
        (transaction) => {
          const claimed = transaction.rows<{ llave_id: string; granted: number }>(CLAIM, values);
          if (claims % CLAIMS_PER_SWEEP === 0) transaction.send(SWEEP, []);
          return claimed;
        },
        { fsync: false },
      );
      return new Map(rows.map(({ llave_id, granted }) => [llave_id, granted]));
    },
  };
};
