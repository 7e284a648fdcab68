/** Made when first asked for, and then kept; a failure is not. */
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
