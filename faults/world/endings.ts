import type { Cleanup } from '../../test/support/service.ts';

/** What is to be done at the end: last come, first served, since what came later leans on the earlier. */
export const makeEndings = (): Cleanup & AsyncDisposable => {
  const endings: (() => Promise<void> | void)[] = [];
  return {
    after(fn) {
      endings.push(fn);
    },
    async [Symbol.asyncDispose]() {
      for (let fn = endings.pop(); fn !== undefined; fn = endings.pop()) await fn();
    },
  };
};
