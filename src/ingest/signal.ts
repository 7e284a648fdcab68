/** One waiter, woken by whoever makes true what it waits for. It checks again by itself. */
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
