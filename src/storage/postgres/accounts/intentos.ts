import { countIntentos } from '../../../domain/intentos.ts';
import type { IntentoStore } from '../../port/panel.ts';
import { textArray } from '../driver/arrays.ts';
import type { Statement } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';

/** Takes the lock of a bucket, which is made when there is none. */
const LOCK: Statement = {
  name: 'intentos_lock',
  text: `
    INSERT INTO intentos AS i (clave, momentos, hasta_ms) VALUES ($1, '[]', $2)
    ON CONFLICT (clave) DO UPDATE SET clave = i.clave RETURNING momentos`,
};
const WRITE: Statement = {
  name: 'intentos_write',
  text: 'UPDATE intentos SET momentos = $2, hasta_ms = $3 WHERE clave = $1',
};
const CLEAR: Statement = {
  name: 'intentos_clear',
  text: 'DELETE FROM intentos WHERE clave = ANY ($1::text[])',
};
const SWEEP: Statement = {
  name: 'intentos_sweep',
  text: `
    DELETE FROM intentos WHERE clave IN (
      SELECT clave FROM intentos WHERE hasta_ms < $1
      ORDER BY hasta_ms LIMIT 100 FOR UPDATE SKIP LOCKED)`,
};

export const makeIntentoStore = (transact: Transact): IntentoStore => ({
  take: (buckets, nowMs) =>
    transact(async (transaction) => {
      // In the order of their names: two attempts on the same buckets must not wait for each other.
      const ordered = buckets.toSorted((a, b) => (a.clave < b.clave ? -1 : 1));
      const rows = await Promise.all(
        ordered.map(({ clave, windowMs }) =>
          transaction.rows<{ momentos: string }>(LOCK, [clave, nowMs + windowMs]),
        ),
      );
      const states = ordered.map((bucket, i) => {
        const momentos = JSON.parse(rows[i]?.[0]?.momentos ?? '[]') as number[];
        return { bucket, ...countIntentos(momentos, bucket, nowMs) };
      });
      const waitMs = Math.max(0, ...states.map((state) => state.waitMs));
      if (waitMs > 0) {
        transaction.undo();
        return { waitMs };
      }
      for (const { bucket, momentos } of states) {
        const json = JSON.stringify([...momentos, nowMs]);
        transaction.send(WRITE, [bucket.clave, json, nowMs + bucket.windowMs]);
      }
      transaction.send(SWEEP, [nowMs]);
      return { waitMs: 0 };
    }),
  clear: (claves) =>
    transact(async (transaction) => {
      transaction.send(CLEAR, [textArray(claves)]);
    }),
});
