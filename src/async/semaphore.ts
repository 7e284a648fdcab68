export interface Semaphore {
  /** Runs `work` as soon as a slot is free; waiters take turns in the order in which they came. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Lets at most `slots` pieces of work run at the same time. */
export const makeSemaphore = (slots: number): Semaphore => {
  const waiting: (() => void)[] = [];
  let free = slots;

  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
};
