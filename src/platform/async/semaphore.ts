export interface Semaphore {
  /** Runs `work` as soon as a slot is free; waiters take turns in the order in which they came. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** The number of pieces of work that run or wait. */
  pending(): number;
}

/** Lets at most `slots` pieces of work run at the same time. */
export const makeSemaphore = (slots: number): Semaphore => {
  const waiting: (() => void)[] = [];
  let pending = 0;

  return {
    async run(work) {
      pending += 1;
      if (pending > slots) await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        pending -= 1;
        waiting.shift()?.();
      }
    },
    pending: () => pending,
  };
};
