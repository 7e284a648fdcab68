import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import type { Cleanup } from '../../test/support/service.ts';

/** Cleans up in reverse order, since later resources depend on earlier ones. */
export const makeCleanup = (): Cleanup & AsyncDisposable => {
  const stack = new AsyncDisposableStack();
  return { after: (fn) => stack.defer(fn), [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

/** Makes a folder that the clean-up removes. */
export const makeFolderFor = (t: Cleanup): string => {
  const folder = makeFolder();
  t.after(async () => removeFolder(folder));
  return folder;
};
