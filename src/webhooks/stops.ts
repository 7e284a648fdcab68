/**
 * Whom to tell that a signal was aborted. Hundreds of attempts share one signal, and to forget a listener
 * it would look through all of them: it has one of ours, and ours are in a set.
 */
const known = new WeakMap<AbortSignal, Set<() => void>>();

export const stopsOf = (signal: AbortSignal): Set<() => void> => {
  const found = known.get(signal);
  if (found !== undefined) return found;
  const stops = new Set<() => void>();
  known.set(signal, stops);
  const tellAll = () => {
    for (const stop of [...stops]) stop();
  };
  signal.addEventListener('abort', tellAll, { once: true });
  return stops;
};
