/** A semaphore whose limit may change: it is read at every turn. */
export const makeTurnstile = (limit: () => number) => {
  const waiting = new Set<() => void>();
  let inside = 0;

  const admit = (): void => {
    for (const enter of waiting) {
      if (inside >= limit()) return;
      waiting.delete(enter);
      inside += 1;
      enter();
    }
  };

  return {
    /** Resolves when it is the caller's turn; rejects with the signal's reason. */
    enter: (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const stop = () => {
          waiting.delete(enter);
          reject(signal.reason);
        };
        const enter = () => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        waiting.add(enter);
        admit();
      }),
    leave(): void {
      inside -= 1;
      admit();
    },
  };
};
