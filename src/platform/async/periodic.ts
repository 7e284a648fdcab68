import { setTimeout as delay } from 'node:timers/promises';

/** A step is a small transaction; the pause after it lets other writers in. */
const STEP_PAUSE_MS = 20;

/** Work that repeats until it is stopped. The work itself asks `isEnding` now and then. */
interface Periodic {
  isEnding(): boolean;
  /** Ends early on `stop`. */
  pause(ms: number): Promise<void>;
  /** Repeats a step, with a short pause after each, until one does less than `stepMax`. Resolves with the sum. */
  drain(step: () => Promise<number>, stepMax: number): Promise<number>;
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

  const isEnding = () => ending.signal.aborted;
  const pause = (ms: number) =>
    delay(ms, undefined, { signal: ending.signal }).catch(() => undefined);

  return {
    isEnding,
    pause,
    async drain(step, stepMax) {
      let sum = 0;
      while (!isEnding()) {
        const done = await step();
        sum += done;
        if (done < stepMax) break;
        await pause(STEP_PAUSE_MS);
      }
      return sum;
    },
    start: () => schedule(firstMs),
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
};
