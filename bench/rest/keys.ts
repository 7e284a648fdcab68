import { setTimeout as sleep } from 'node:timers/promises';
import { RATE_LIMIT, RATE_WINDOW_MS } from '../../src/domain/sliding-window.ts';
import { progress } from '../support/progress.ts';

/** What is handed out is sent a little later. */
const MARGIN_MS = 8_000;

interface Key {
  header: { Authorization: string };
  /** Requests since it was last fresh. */
  uses: number;
  /** When the last of them was handed out. */
  usedMs: number;
}

/**
 * Hands out keys so that none is asked for more than its limit allows. A restaurant's keys are used up one
 * after another, as those of clients that are in a hurry are; one that was left alone for a minute is good
 * again. Only when the next in turn is not, there is a wait.
 */
export const makeKeyBook = (tokens: Readonly<Record<string, readonly string[]>>) => {
  const book = new Map(
    Object.entries(tokens).map(([id, mine]): [string, Key[]] => [
      id,
      mine.map((token) => ({
        header: { Authorization: `Bearer ${token}` },
        uses: 0,
        usedMs: 0,
      })),
    ]),
  );

  /** The key in turn, or how long until there is one. */
  const take = (id: string, nowMs: number): Key['header'] | number => {
    const keys = book.get(id) ?? [];
    let [key] = keys;
    if (key === undefined) throw new Error(`${id} has no keys`);
    if (key.uses >= RATE_LIMIT) {
      keys.push(...keys.splice(0, 1));
      [key = key] = keys;
    }
    if (key.uses >= RATE_LIMIT) {
      const restMs = key.usedMs + RATE_WINDOW_MS + MARGIN_MS - nowMs;
      if (restMs > 0) return restMs;
      key.uses = 0;
    }
    key.uses += 1;
    key.usedMs = nowMs;
    return key.header;
  };

  return {
    /** A header for each of these restaurants, in their order. */
    async headers(restaurants: readonly string[]): Promise<Key['header'][]> {
      const headers: Key['header'][] = [];
      for (const id of restaurants) {
        for (let taken = take(id, performance.now()); ; taken = take(id, performance.now())) {
          if (typeof taken !== 'number') {
            headers.push(taken);
            break;
          }
          progress('waiting for the rate limit of the keys');
          await sleep(taken);
        }
      }
      return headers;
    },
  };
};

export type KeyBook = ReturnType<typeof makeKeyBook>;
