import { setTimeout as delay } from 'node:timers/promises';

/** Work that repeats until it is stopped. The work itself asks `isEnding` now and then. */
interface Periodic {
  isEnding(): boolean;
  /** Ends early on `stop`. */
  pause(ms: number): Promise<void>;
  start(): void;
  /** Resolves when the step under way is over. */
  stop(): Promise<void>;
}

/** `work` must not reject. */
export const makePeriodic = (
  work: () => Promise<void>,
  { firstMs, everyMs }: { firstMs: number; everyMs: number },
): Periodic => {
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const schedule = (ms: number): void => {
    if (ending.signal.aborted) return;
    timer = setTimeout(() => {
      running = work().then(() => schedule(everyMs));
    }, ms);
  };

  return {
    isEnding: () => ending.signal.aborted,
    pause: (ms) => delay(ms, undefined, { signal: ending.signal }).catch(() => undefined),
    start: () => schedule(firstMs),
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
