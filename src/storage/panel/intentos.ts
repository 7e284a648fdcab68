import { countIntentos } from '../../domain/sliding-window.ts';
import { type Database, rows, send, together } from '../database.ts';
import type { IntentoStore } from '../port/panel.ts';

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

export const makeIntentoStore = ({ transact }: Database): IntentoStore => ({
  // Does not wait for the disk, or a flood of refused attempts would flush it each time.
  take: (buckets, nowMs) =>
    transact(
      function* () {
        // Locks buckets in key order: two attempts on the same ones must not deadlock.
        const ordered = buckets.toSorted((a, b) => (a.clave < b.clave ? -1 : 1));
        const stored = yield* together(
          ...ordered.map(({ clave, windowMs }) =>
            rows<{ momentos: string }>(LOCK, clave, nowMs + windowMs),
          ),
        );
        const counted = ordered.map((bucket, i) => {
          const momentos = JSON.parse(stored[i]?.[0]?.momentos ?? '[]') as number[];
          return { ...bucket, ...countIntentos(momentos, bucket, nowMs) };
        });
        const waitMs = Math.max(0, ...counted.map((each) => each.waitMs));
        if (waitMs > 0) return { waitMs };
        for (const { clave, windowMs, momentos } of counted) {
          yield* send(WRITE, clave, JSON.stringify([...momentos, nowMs]), nowMs + windowMs);
        }
        yield* send(SWEEP, nowMs);
        return { waitMs };
      },
      { fsync: false },
    ),
  clear: (claves) => transact(() => send(CLEAR, claves)),
});
