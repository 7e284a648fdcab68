/** A condition variable for one waiter: it checks its condition again whenever it is woken. */
export const makeSignal = () => {
  let wake: (() => void) | null = null;
  return {
    wait: (): Promise<void> =>
      new Promise((resolve) => {
        wake = resolve;
      }),
    notify(): void {
      const waiting = wake;
      wake = null;
      waiting?.();
    },
  };
};
