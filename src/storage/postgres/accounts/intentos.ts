import { takeSlots } from '../../accounts/intentos.ts';
import type { IntentoStore } from '../../port/panel.ts';
import { textArray } from '../driver/arrays.ts';
import type { Transact } from '../driver/transaction.ts';

/** Locks the row of a bucket, creating it if need be. */
const LOCK = `
  INSERT INTO intentos AS i (clave, momentos, hasta_ms) VALUES ($1, '[]', $2)
  ON CONFLICT (clave) DO UPDATE SET clave = i.clave RETURNING momentos`;
const WRITE = 'UPDATE intentos SET momentos = $2, hasta_ms = $3 WHERE clave = $1';
const CLEAR = 'DELETE FROM intentos WHERE clave = ANY ($1::text[])';
const SWEEP = `
  DELETE FROM intentos WHERE clave IN (
    SELECT clave FROM intentos WHERE hasta_ms < $1
    ORDER BY hasta_ms LIMIT 100 FOR UPDATE SKIP LOCKED)`;

export const makeIntentoStore = (transact: Transact): IntentoStore => ({
  take: (buckets, nowMs) =>
    transact(async (transaction) => {
      // Locks buckets in key order: two attempts on the same ones must not deadlock.
      const ordered = buckets.toSorted((a, b) => (a.clave < b.clave ? -1 : 1));
      const stored = await Promise.all(
        ordered.map(async ({ clave, windowMs }) => {
          const values = [clave, nowMs + windowMs];
          return (await transaction.rows<{ momentos: string }>(LOCK, values))[0]?.momentos;
        }),
      );
      const { waitMs, rows } = takeSlots(ordered, stored, nowMs);
      if (waitMs > 0) {
        transaction.undo();
        return { waitMs };
      }
      for (const { clave, momentos, hastaMs } of rows) {
        transaction.send(WRITE, [clave, momentos, hastaMs]);
      }
      transaction.send(SWEEP, [nowMs]);
      return { waitMs };
    }),
  clear: (claves) =>
    transact(async (transaction) => {
      transaction.send(CLEAR, [textArray(claves)]);
    }),
});
