/** Settles like `work`, or rejects with `makeError()` if that takes longer than `ms`. */
export const withTimeout = async <T>(
  work: Promise<T>,
  ms: number,
  makeError: () => Error,
): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(makeError()), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
