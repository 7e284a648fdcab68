/** Memoises `make`: calls it once, on first use. A failure is not kept: the next call tries again. */
export const memo = <T>(make: () => T | Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null;
  return () => {
    made ??= Promise.try(make).catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
};
