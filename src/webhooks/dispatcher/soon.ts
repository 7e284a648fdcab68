/** Runs something once, as soon as anybody wants it. */
export const makeSoon = (work: () => void) => {
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

/** Runs something once, after what is already about to be done. */
export const makeAfterwards = (work: () => void): (() => void) => {
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
