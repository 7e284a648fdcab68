import { statSync } from 'node:fs';
import { TargetFailure } from './target.ts';

/**
 * Gives a check that fails once the name leads to another file, or to none. What is open goes on under the old one's
 * name or without any, and nobody would ever read what is written there.
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
