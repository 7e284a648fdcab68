import { CLAIMS_AT_ONCE } from './limits.ts';

interface ClaimsDeps {
  claim(restauranteId: string): Promise<void>;
  track(work: Promise<void>): void;
  onFailed(error: unknown): void;
}

/** Claims lanes, a few restaurants at a time, and never the same one twice at once. */
export const makeClaims = ({ claim, track, onFailed }: ClaimsDeps) => {
  const waiting = new Set<string>();
  const running = new Set<string>();
  let isLooking = false;

  const pump = (): void => {
    for (const restauranteId of waiting) {
      if (running.size >= CLAIMS_AT_ONCE) return;
      // The claim that runs may have missed the latest events: this one waits for it to end.
      if (running.has(restauranteId)) continue;
      waiting.delete(restauranteId);
      running.add(restauranteId);
      track(run(restauranteId));
    }
  };

  const run = async (restauranteId: string): Promise<void> => {
    await claim(restauranteId).catch(onFailed);
    running.delete(restauranteId);
    pump();
  };

  const ask = (restauranteId: string): void => {
    waiting.add(restauranteId);
    pump();
  };

  const askAll = async (due: () => Promise<string[]>): Promise<void> => {
    try {
      for (const restauranteId of await due()) ask(restauranteId);
    } catch (error) {
      onFailed(error);
    }
    isLooking = false;
  };

  return {
    ask,
    /** Claims whatever `due` finds, unless the last look is still under way. */
    look(due: () => Promise<string[]>): void {
      if (isLooking) return;
      isLooking = true;
      track(askAll(due));
    },
  };
};
