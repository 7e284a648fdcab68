import type { Llave, LlaveStore } from '../../storage/port/accounts.ts';
import { inTurns } from './turns.ts';

/** A key's last use is written at most once in this time. */
const RESOLUTION_MS = 60_000;
/** Uses gather this long, then go to the database together: a write for each would wait for the disk. */
const GATHER_MS = 2_000;

/** Notes when keys are used, without making any answer wait for it. */
export const makeUses = (llaves: Pick<LlaveStore, 'touch'>, onFailed: (error: unknown) => void) => {
  let gathered = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const uses = gathered;
    gathered = new Map();
    const touch = (some: readonly [string, number][]) =>
      llaves.touch(new Map(some)).catch(onFailed);
    if (uses.size > 0) writing = writing.then(() => inTurns([...uses], touch));
    return writing;
  };

  return {
    note(llave: Llave, nowMs: number): void {
      const { id, ultimoUsoMs } = llave;
      if (ultimoUsoMs !== null && nowMs - ultimoUsoMs < RESOLUTION_MS) return;
      // Whoever remembers the key has read it before this use.
      llave.ultimoUsoMs = nowMs;
      gathered.set(id, nowMs);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    flush,
  };
};
