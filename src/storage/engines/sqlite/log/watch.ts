import { makeWatchers } from '../../../log/watchers.ts';
import type { Changes } from '../driver/changes.ts';

/** How often to poll for other processes' commits: a poll costs about three microseconds. */
const LOOK_MS = 20;

/** Our own commits wake watchers at once; those of other processes, such as the CLI, are polled for. */
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

/** An error here only delays a wake-up; the next query reports it. */
const readOr = (fallback: number, read: () => number): number => {
  try {
    return read();
  } catch {
    return fallback;
  }
};
