/** Debounces `work`: it runs once for all callers, at the earliest time that any of them asked for. */
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

/** Debounces `work` within a turn of the event loop: it runs once, as a microtask, for all callers. */
export const makeMicrotaskDebounce = (work: () => void): (() => void) => {
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
