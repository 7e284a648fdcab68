import { setImmediate as nextTurn } from 'node:timers/promises';

const AT_ONCE = 500;

/** Works through a lot, some at a time: requests that come meanwhile get their turn in between. */
export const inTurns = async <T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<void>,
): Promise<void> => {
  for (let at = 0; at < all.length; at += AT_ONCE) {
    if (at > 0) await nextTurn();
    await work(all.slice(at, at + AT_ONCE));
  }
};
