/** Runs `work` once for all that ask for it, as soon as the most urgent of them wants it. */
export const makeDebounce = (work: () => void) => {
  let cancelPlanned: (() => void) | null = null;
  let plannedMs = 0;

  const cancel = (): void => {
    cancelPlanned?.();
    cancelPlanned = null;
  };
  const run = (): void => {
    cancelPlanned = null;
    work();
  };

  return {
    within(ms: number): void {
      if (cancelPlanned !== null && plannedMs <= ms) return;
      cancel();
      plannedMs = ms;
      if (ms === 0) {
        const immediate = setImmediate(run);
        cancelPlanned = () => clearImmediate(immediate);
      } else {
        const timer = setTimeout(run, ms);
        cancelPlanned = () => clearTimeout(timer);
      }
    },
    isPlanned: (): boolean => cancelPlanned !== null,
    cancel,
  };
};

/** Runs `work` once at the end of the current turn of the event loop's microtasks. */
export const makeMicrotask = (work: () => void): (() => void) => {
  let isPlanned = false;
  const run = (): void => {
    isPlanned = false;
    work();
  };
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    queueMicrotask(run);
  };
};
