import { countIntentos } from '../../domain/sliding-window.ts';
import { type Database, rows, send, together } from '../database.ts';
import type { IntentoStore } from '../port/panel.ts';

/** Locks the row of a bucket, creating it if need be. */
const LOCK = `
  INSERT INTO sign_in_windows AS w (bucket, moments, until_ms) VALUES ($1, '[]', $2)
  ON CONFLICT (bucket) DO UPDATE SET bucket = w.bucket RETURNING moments`;
const WRITE = 'UPDATE sign_in_windows SET moments = $2, until_ms = $3 WHERE bucket = $1';
const CLEAR = 'DELETE FROM sign_in_windows WHERE bucket = ANY ($1::text[])';
const SWEEP = `
  DELETE FROM sign_in_windows WHERE bucket IN (
    SELECT bucket FROM sign_in_windows WHERE until_ms < $1
    ORDER BY until_ms LIMIT 100 FOR UPDATE SKIP LOCKED)`;

export const makeIntentoStore = ({ transact }: Database): IntentoStore => ({
  // Does not wait for the disk, or a flood of refused attempts would flush it each time.
  take: (buckets, nowMs) =>
    transact(
      function* () {
        // Locks buckets in key order: two attempts on the same ones must not deadlock.
        const ordered = buckets.toSorted((a, b) => (a.clave < b.clave ? -1 : 1));
        const stored = yield* together(
          ...ordered.map(({ clave, windowMs }) =>
            rows<{ moments: string }>(LOCK, clave, nowMs + windowMs),
          ),
        );
        const counted = ordered.map((bucket, i) => {
          const momentos = JSON.parse(stored[i]?.[0]?.moments ?? '[]') as number[];
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
