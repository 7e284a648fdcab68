import { makeSemaphore, type Semaphore } from '../../platform/async/semaphore.ts';
import { tooMany } from './errors.ts';

/** Requests of one restaurant that run at a time: a board or a search holds the one thread for milliseconds. */
const RUNNING_MAX = 2;
/** Further requests wait, because a browser that loads a page sends several; past this many they are refused. */
const WAITING_MAX = 30;

/** Bounds the requests of each restaurant that run at once, so that one restaurant does not slow the others down. */
export const makeBulkhead = () => {
  const busy = new Map<string, Semaphore>();

  return async <T>(restauranteId: string, work: () => Promise<T>): Promise<T> => {
    const own = busy.getOrInsertComputed(restauranteId, () => makeSemaphore(RUNNING_MAX));
    if (own.pending() >= RUNNING_MAX + WAITING_MAX) {
      throw tooMany('Hay demasiadas consultas del restaurante a la vez.', 1);
    }
    try {
      return await own.run(work);
    } finally {
      // Of two requests that end together, the second must not delete the semaphore of one that came in between.
      if (own.pending() === 0 && busy.get(restauranteId) === own) busy.delete(restauranteId);
    }
  };
};
