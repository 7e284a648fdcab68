/** Bounds on events that were read and are not settled. */
const EVENTS_MAX = 1_000;
const BYTES_MAX = 16 * 1_024 * 1_024;

interface Entry {
  position: string | undefined;
  isSettled: boolean;
}

export type Window = ReturnType<typeof makeWindow>;

/** Events settle in any order; `settled` moves past an event once all before it have settled too. */
export const makeWindow = (start: string | undefined) => {
  // The first entry is always settled.
  let entries: Entry[] = [{ position: start, isSettled: true }];
  let size = 0;
  let bytesHeld = 0;
  let wake: (() => void) | null = null;

  /** Half empty (hysteresis), so that reading does not resume and pause with every event. */
  const hasRoom = (): boolean => size <= EVENTS_MAX / 2 && bytesHeld <= BYTES_MAX / 2;
  const isFull = (): boolean => size >= EVENTS_MAX || bytesHeld >= BYTES_MAX;
  /** Merges settled neighbours, so that the events behind a stuck order do not pile up. */
  const compact = (): void => {
    entries = entries.filter((entry, i) => !(entry.isSettled && entries[i + 1]?.isSettled));
  };

  return {
    /** Adds an event that was read; the function that it returns settles it. */
    open(position: string, bytes: number): () => void {
      const entry = { position, isSettled: false };
      entries.push(entry);
      size += 1;
      bytesHeld += bytes;
      return () => {
        entry.isSettled = true;
        size -= 1;
        bytesHeld -= bytes;
        compact();
        if (hasRoom()) wake?.();
      };
    },
    /** Everything up to this position has been read, and needs no settling. */
    pass(position: string | undefined): void {
      if (position === undefined) return;
      entries.push({ position, isSettled: true });
      compact();
    },
    /** Resolves at once, or, if the window is full, once it is half empty. */
    room: (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (!isFull()) return resolve();
        const stop = () => reject(signal.reason);
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        wake = () => {
          wake = null;
          signal.removeEventListener('abort', stop);
          resolve();
        };
      }),
    isFull,
    /** How many events are not settled. */
    get size(): number {
      return size;
    },
    /** The position up to which everything is settled: the next run resumes here. */
    get settled(): string | undefined {
      return entries[0]?.position;
    },
  };
};
