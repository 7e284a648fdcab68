import { CLAIMS_AT_ONCE, CLAIMS_PER_POLL } from './limits.ts';

interface ClaimsDeps {
  claim(restauranteId: string): Promise<void>;
  track(work: Promise<void>): void;
  onFailed(error: unknown): void;
}

/** Asks for lanes, a few restaurants at a time, and never for the same one twice at once. */
export const makeClaims = ({ claim, track, onFailed }: ClaimsDeps) => {
  const waiting = new Set<string>();
  const running = new Set<string>();
  /** Those that were named again while they were asked for: what moved since may have been missed. */
  const again = new Set<string>();
  let isLooking = false;

  const pump = (): void => {
    for (const restauranteId of waiting) {
      if (running.size >= CLAIMS_AT_ONCE) return;
      waiting.delete(restauranteId);
      running.add(restauranteId);
      track(run(restauranteId));
    }
  };

  const run = async (restauranteId: string): Promise<void> => {
    try {
      await claim(restauranteId);
    } catch (error) {
      onFailed(error);
    }
    running.delete(restauranteId);
    if (again.delete(restauranteId)) waiting.add(restauranteId);
    pump();
  };

  const ask = (restauranteId: string): void => {
    if (running.has(restauranteId)) again.add(restauranteId);
    else waiting.add(restauranteId);
    pump();
  };

  const lookAround = async (due: () => Promise<string[]>): Promise<void> => {
    try {
      for (const restauranteId of await due()) ask(restauranteId);
    } catch (error) {
      onFailed(error);
    }
    isLooking = false;
  };

  return {
    perLook: CLAIMS_PER_POLL,
    ask,
    look(due: () => Promise<string[]>): void {
      if (isLooking) return;
      isLooking = true;
      track(lookAround(due));
    },
    isIdle: (): boolean => waiting.size === 0 && running.size === 0,
  };
};
