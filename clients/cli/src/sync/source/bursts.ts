import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

const NOTHING = Symbol('nothing');

/**
 * Groups items that arrive together: while one burst is written, the next gathers. An empty burst says that nothing
 * came for a while.
 */
export async function* inBursts<T>(
  items: AsyncGenerator<T>,
  max: number,
  idleMs: number,
): AsyncGenerator<T[]> {
  let next = items.next();
  // Marks a rejection as handled: it may come while nothing awaits `next`, and is thrown once something does.
  next.catch(() => undefined);
  const take = async (
    patience: Promise<typeof NOTHING>,
  ): Promise<T | typeof NOTHING | undefined> => {
    const found = await Promise.race([next, patience]);
    if (found === NOTHING) return NOTHING;
    if (found.done) return undefined;
    next = items.next();
    next.catch(() => undefined);
    return found.value;
  };

  while (true) {
    const timer = new AbortController();
    const idle = wait(idleMs, NOTHING, { signal: timer.signal });
    idle.catch(() => undefined);
    const first = await take(idle).finally(() => timer.abort());
    if (first === undefined) return;
    const burst = first === NOTHING ? [] : [first];
    while (burst.length > 0 && burst.length < max) {
      const more = await take(nextTurn(NOTHING));
      if (more === NOTHING || more === undefined) break;
      burst.push(more);
    }
    yield burst;
  }
}
