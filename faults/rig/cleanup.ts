import type { Cleanup } from '../../test/support/service.ts';

/** Cleans up in reverse order, since later resources depend on earlier ones. */
export const makeCleanup = (): Cleanup & AsyncDisposable => {
  const steps: (() => Promise<void> | void)[] = [];
  return {
    after(fn) {
      steps.push(fn);
    },
    async [Symbol.asyncDispose]() {
      for (let fn = steps.pop(); fn !== undefined; fn = steps.pop()) await fn();
    },
  };
};
