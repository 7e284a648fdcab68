/** The work was turned away: too much else waits. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

interface Waiter {
  start(): void;
  refuse(): void;
}

/**
 * Runs `slots` pieces of work at a time. Lanes take turns, so that one with much work delays the others by one piece. When
 * `waitingMax` wait, the longest lane gives up its newest for a lane that waits for less.
 */
export const makeFairQueue = (slots: number, waitingMax: number) => {
  /** In the order of their turns. */
  const lanes = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  const startNext = (): void => {
    for (const [lane, waiters] of lanes) {
      lanes.delete(lane);
      const next = waiters.shift();
      if (waiters.length > 0) lanes.set(lane, waiters);
      waiting -= 1;
      next?.start();
      return;
    }
    running -= 1;
  };

  const makeRoom = (lane: string): void => {
    if (waiting < waitingMax) return;
    const longest = [...lanes.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= (lanes.get(lane)?.length ?? 0) + 1) throw new QueueFullError();
    waiting -= 1;
    longest.pop()?.refuse();
  };

  return async <T>(lane: string, work: () => Promise<T>): Promise<T> => {
    if (running < slots) running += 1;
    else {
      makeRoom(lane);
      waiting += 1;
      const waiters = lanes.getOrInsertComputed(lane, () => []);
      await new Promise<void>((start, reject) => {
        waiters.push({ start, refuse: () => reject(new QueueFullError()) });
      });
    }
    try {
      return await work();
    } finally {
      startNext();
    }
  };
};
