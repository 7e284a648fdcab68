import { countIntentos } from '../../domain/sliding-window.ts';
import { type Database, rows, send, together } from '../database.ts';
import type { IntentoBucket, IntentoStore } from '../port/panel.ts';

const READ = 'SELECT bucket, moments FROM sign_in_windows WHERE bucket = ANY ($1::text[])';
/** Locks the row of a bucket, creating it if need be. */
const LOCK = `
  INSERT INTO sign_in_windows AS w (bucket, moments, until_ms) VALUES ($1, '[]', $2)
  ON CONFLICT (bucket) DO UPDATE SET bucket = w.bucket RETURNING moments`;
const WRITE = 'UPDATE sign_in_windows SET moments = $2, until_ms = $3 WHERE bucket = $1';
const CLEAR = 'DELETE FROM sign_in_windows WHERE bucket = ANY ($1::text[])';
const SWEEP = `
  DELETE FROM sign_in_windows WHERE bucket IN (
    SELECT bucket FROM sign_in_windows WHERE until_ms < $1
    ORDER BY until_ms LIMIT 1000 FOR UPDATE SKIP LOCKED)`;

/** The bucket that is full for the longest. */
const longest = (
  buckets: readonly IntentoBucket[],
  stored: ReadonlyMap<string, string>,
  nowMs: number,
) => {
  const counted = buckets.map((bucket) => {
    const momentos = JSON.parse(stored.get(bucket.clave) ?? '[]') as number[];
    return { ...bucket, ...countIntentos(momentos, bucket, nowMs) };
  });
  const waitMs = Math.max(0, ...counted.map((each) => each.waitMs));
  const full = waitMs > 0 ? counted.find((each) => each.waitMs === waitMs) : undefined;
  return { counted, taken: { waitMs, clave: full?.clave ?? null } };
};

export const makeIntentoStore = ({ transact }: Database): IntentoStore => ({
  // Does not wait for the disk: an attempt is no event.
  take: (buckets, nowMs) =>
    transact(
      function* () {
        const claves = buckets.map(({ clave }) => clave);
        const known = yield* rows<{ bucket: string; moments: string }>(READ, claves);
        const found = new Map(known.map(({ bucket, moments }) => [bucket, moments]));
        const { taken } = longest(buckets, found, nowMs);
        // A flood of refused attempts must leave nothing behind.
        if (taken.waitMs > 0) return taken;
        // Locks buckets in key order: two attempts on the same ones must not deadlock.
        const ordered = buckets.toSorted((a, b) => (a.clave < b.clave ? -1 : 1));
        const locked = yield* together(
          ...ordered.map(({ clave, windowMs }) =>
            rows<{ moments: string }>(LOCK, clave, nowMs + windowMs),
          ),
        );
        const stored = new Map(
          ordered.map(({ clave }, i) => [clave, locked[i]?.[0]?.moments ?? '[]']),
        );
        const judged = longest(ordered, stored, nowMs);
        if (judged.taken.waitMs > 0) return judged.taken;
        for (const { clave, windowMs, momentos } of judged.counted) {
          yield* send(WRITE, clave, JSON.stringify([...momentos, nowMs]), nowMs + windowMs);
        }
        return judged.taken;
      },
      { fsync: false },
    ),
  clear: (claves) => transact(() => send(CLEAR, claves)),
  sweep: (nowMs) => transact(() => send(SWEEP, nowMs), { fsync: false }),
});
