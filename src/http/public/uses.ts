import type { Llave, LlaveStore } from '../../storage/port.ts';

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
    if (uses.size > 0) writing = writing.then(() => llaves.touch(uses).catch(onFailed));
    return writing;
  };

  return {
    note({ id, ultimoUsoMs }: Llave, nowMs: number): void {
      if (ultimoUsoMs !== null && nowMs - ultimoUsoMs < RESOLUTION_MS) return;
      gathered.set(id, nowMs);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    flush,
  };
};
