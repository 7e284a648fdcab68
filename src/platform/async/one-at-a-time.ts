/** Starts work that has a name unless that of the same name is still under way: a slow one delays only itself. */
export const makeOneAtATime = () => {
  const running = new Map<unknown, Promise<void>>();
  return {
    /** `work` must not reject. */
    start(name: unknown, work: () => Promise<void>): void {
      if (running.has(name)) return;
      running.set(
        name,
        work().finally(() => running.delete(name)),
      );
    },
    /** Resolves when everything under way has ended. */
    idle: async (): Promise<void> => {
      await Promise.all(running.values());
    },
  };
};

export type OneAtATime = ReturnType<typeof makeOneAtATime>;
