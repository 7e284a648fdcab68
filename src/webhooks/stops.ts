/** Whom to tell when a signal is aborted. */
export interface Stops {
  /** What it gives back is the place to leave. */
  enter(stop: () => void): number;
  leave(place: number): void;
}

const known = new WeakMap<AbortSignal, Stops>();

/**
 * Hundreds of attempts share one signal, and to forget a listener it would look through all of them: it
 * has one of ours, and ours have places. No set: one that is added to and deleted from all the time is
 * copied all the time, and its old copies keep alive what was in them until they are all collected.
 */
export const stopsOf = (signal: AbortSignal): Stops =>
  known.getOrInsertComputed(signal, () => {
    const stops: ((() => void) | null)[] = [];
    const free: number[] = [];
    const tellAll = () => {
      for (const stop of [...stops]) stop?.();
    };
    signal.addEventListener('abort', tellAll, { once: true });
    return {
      enter(stop) {
        const place = free.pop() ?? stops.length;
        stops[place] = stop;
        return place;
      },
      leave(place) {
        stops[place] = null;
        free.push(place);
      },
    };
  });
