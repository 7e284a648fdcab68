import { statSync } from 'node:fs';
import { TargetFailure } from './target.ts';

/**
 * Returns a check that fails once the name leads to another file, or to none. The open database would go on writing to
 * the old file, which nobody would ever read.
 */
export const makeSameFile = (file: string, name: string): (() => void) => {
  const identify = (): string | null => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? null : `${found.dev}:${found.ino}`;
  };
  const first = identify();
  return () => {
    if (identify() === first) return;
    throw new TargetFailure(`${name}: the file was moved or replaced`, { isPassing: true });
  };
};
