import { makeWatchers } from '../../shared/watchers.ts';
import type { Changes } from '../driver/changes.ts';

/** How often another process's commits are looked for: a look costs about three microseconds. */
const LOOK_MS = 20;

/** Our own commits are told at once; those of others, the CLI for instance, are looked for. */
export const makeSqliteWatchers = (changes: Pick<Changes, 'foreignVersion'>) => {
  const watchers = makeWatchers(() => {
    let seen = changes.foreignVersion();
    const look = () => {
      const current = readOr(seen, changes.foreignVersion);
      if (current === seen) return;
      seen = current;
      watchers.tell(null);
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  });
  return watchers;
};

/** A file that cannot be read just now is found out by whoever asks for its contents. */
const readOr = (fallback: number, read: () => number): number => {
  try {
    return read();
  } catch {
    return fallback;
  }
};
