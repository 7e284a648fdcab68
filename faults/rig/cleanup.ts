import type { Cleanup } from '../../test/support/service.ts';

/** Cleans up in reverse order, since later resources depend on earlier ones. */
export const makeCleanup = (): Cleanup & AsyncDisposable => {
  const stack = new AsyncDisposableStack();
  return { after: (fn) => stack.defer(fn), [Symbol.asyncDispose]: () => stack.disposeAsync() };
};
