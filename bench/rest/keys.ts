import { setTimeout as sleep } from 'node:timers/promises';
import { RATE_LIMIT, RATE_WINDOW_MS } from '../../src/domain/sliding-window.ts';
import { progress } from '../support/report.ts';

const MARGIN_MS = 1_000;

/**
 * Hands out keys so that none is asked for more than its limit allows. A restaurant's keys are used
 * up one after another, as those of clients that are in a hurry are. When they are all spent, a
 * minute without load makes them good again.
 */
export const makeKeyBook = (tokens: Readonly<Record<string, readonly string[]>>) => {
  const used = new Map<string, number>();

  const left = (restauranteId: string): number =>
    (tokens[restauranteId]?.length ?? 0) * RATE_LIMIT - (used.get(restauranteId) ?? 0);

  const take = (restauranteId: string): string => {
    const uses = used.get(restauranteId) ?? 0;
    used.set(restauranteId, uses + 1);
    return tokens[restauranteId]?.[Math.floor(uses / RATE_LIMIT)] ?? '';
  };

  return {
    /** A header for each of these restaurants, in their order. */
    async headers(restaurants: readonly string[]): Promise<{ Authorization: string }[]> {
      const wanted = new Map<string, number>();
      for (const id of restaurants) wanted.set(id, (wanted.get(id) ?? 0) + 1);
      if ([...wanted].some(([id, count]) => count > left(id))) {
        progress('waiting for the rate limit of the keys');
        await sleep(RATE_WINDOW_MS + MARGIN_MS);
        used.clear();
      }
      const lacking = [...wanted].find(([id, count]) => count > left(id));
      if (lacking !== undefined) throw new Error(`${lacking[0]} has too few keys`);
      return restaurants.map((id) => ({ Authorization: `Bearer ${take(id)}` }));
    },
  };
};

export type KeyBook = ReturnType<typeof makeKeyBook>;
