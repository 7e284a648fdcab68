import { setImmediate as nextTurn } from 'node:timers/promises';

const BATCH_ROWS = 500;

/** Writes what has gathered some time after the first of it came; one write after the other. */
export const makeGatherer = (gatherMs: number, write: () => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };
  const soon = (): void => {
    timer ??= setTimeout(flush, gatherMs);
  };
  return { soon, flush };
};

/** A batch in each turn of the event loop: requests that come meanwhile get their turn in between. */
export const inBatches = async <T>(
  rows: readonly T[],
  write: (batch: readonly T[]) => Promise<void>,
): Promise<void> => {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    if (at > 0) await nextTurn();
    await write(rows.slice(at, at + BATCH_ROWS));
  }
};
