import type { Connection } from './connection.ts';

/** How long a commit of another process may go unnoticed. */
const LOOK_MS = 5;

/** SQLite's `data_version` tells a connection that another one has committed. */
export const makeChanges = (connection: Connection, monotonicMs: () => number) => {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let dataVersion: number | undefined;
  let foreign = 0;
  let own = 0;

  /** Changes when another process has committed anything. */
  const foreignVersion = (): number => {
    const nowMs = monotonicMs();
    if (nowMs - lookedAtMs < LOOK_MS) return foreign;
    lookedAtMs = nowMs;
    const row = connection.get<{ data_version: number }>('PRAGMA data_version');
    if (row?.data_version !== dataVersion) foreign += 1;
    dataVersion = row?.data_version;
    return foreign;
  };

  return {
    foreignVersion,
    /** Changes when accounts or keys may have changed, in this process or another. */
    accountsVersion: (): number => foreignVersion() + own,
    accountsChanged(): void {
      own += 1;
    },
  };
};

export type Changes = ReturnType<typeof makeChanges>;

const ENTRIES_MAX = 20_000;

/** Caches what was read for as long as `version()` stays the same. */
export const makeVersionedCache = <T>(version: () => number) => {
  const entries = new Map<string, T>();
  let valid = version();

  return {
    read(key: string, load: () => T): T {
      const current = version();
      if (current !== valid || entries.size >= ENTRIES_MAX) entries.clear();
      valid = current;
      return entries.getOrInsertComputed(key, load);
    },
    drop: (key: string): boolean => entries.delete(key),
  };
};
