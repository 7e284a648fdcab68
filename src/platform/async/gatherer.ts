import { setTimeout as delay } from 'node:timers/promises';

/** About half a millisecond of SQLite's one thread. */
const BATCH_ROWS = 100;
/** A pause between batches, for requests that came meanwhile: thousands of rows at once would hold them up for 30 ms. */
const PAUSE_MS = 2;

/**
 * Calls `write` `gatherMs` after the first call of `soon`. Writes never overlap. `write` itself reports a failure; one that it
 * lets through reaches the caller of `flush`, and neither keeps later writes from running nor ends the process.
 */
export const makeGatherer = (gatherMs: number, write: () => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write, write);
    return writing;
  };
  const soon = (): void => {
    timer ??= setTimeout(() => flush().catch(() => {}), gatherMs);
  };
  return { soon, flush };
};

export const inBatches = async <T>(
  rows: readonly T[],
  write: (batch: readonly T[]) => Promise<void>,
): Promise<void> => {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    if (at > 0) await delay(PAUSE_MS);
    await write(rows.slice(at, at + BATCH_ROWS));
  }
};
