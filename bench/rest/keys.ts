import { setTimeout as wait } from 'node:timers/promises';
import { RATE_LIMIT, RATE_WINDOW_MS } from '../../src/domain/sliding-window.ts';
import { progress } from '../support/progress.ts';

/** A key that was handed out may be used a little later. */
const MARGIN_MS = 8_000;

/** Gives a header with a key of a restaurant. */
export type KeyBook = (restauranteId: string) => Promise<{ Authorization: string }>;

/**
 * Hands out keys within their rate limits: uses up a restaurant's keys one after another, and reuses a key after a
 * minute of rest. Waits if the next one has not rested long enough.
 */
export const makeKeyBook = (tokens: Readonly<Record<string, readonly string[]>>): KeyBook => {
  /** `uses`: requests since the key was last fresh. */
  const makeKey = (token: string) => {
    return { header: { Authorization: `Bearer ${token}` }, uses: 0, usedMs: 0 };
  };
  const book = new Map(Object.entries(tokens).map(([id, own]) => [id, own.map(makeKey)]));

  return async (id) => {
    const keys = book.get(id) ?? [];
    if (keys[0] !== undefined && keys[0].uses >= RATE_LIMIT) keys.push(...keys.splice(0, 1));
    const [key] = keys;
    if (key === undefined) throw new Error(`${id} has no keys`);
    if (key.uses >= RATE_LIMIT) {
      const waitMs = key.usedMs + RATE_WINDOW_MS + MARGIN_MS - performance.now();
      if (waitMs > 0) {
        progress('waiting for the rate limit of the keys');
        await wait(waitMs);
      }
      key.uses = 0;
    }
    key.uses += 1;
    key.usedMs = performance.now();
    return key.header;
  };
};
