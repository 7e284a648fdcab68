import type { Connection } from './connection.ts';

/** How long another process may have written before we notice. */
const LOOK_MS = 5;

/** Numbers that stay the same for as long as what was read may be remembered. */
export interface Changes {
  /** Changes when another process has committed anything. */
  foreign(): number;
  /** Changes when accounts or keys may have changed, by whomever. */
  accounts(): number;
  /** We have changed accounts or keys ourselves. */
  noteAccounts(): void;
}

/** SQLite's `data_version` tells a connection that somebody else has committed. */
export const makeChanges = (connection: Connection, monotonicMs: () => number): Changes => {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let dataVersion: number | undefined;
  let foreign = 0;
  let own = 0;

  const look = (): number => {
    const nowMs = monotonicMs();
    if (nowMs - lookedAtMs < LOOK_MS) return foreign;
    lookedAtMs = nowMs;
    const row = connection.get<{ data_version: number }>('PRAGMA data_version');
    if (row?.data_version !== dataVersion) foreign += 1;
    dataVersion = row?.data_version;
    return foreign;
  };

  return {
    foreign: look,
    accounts: () => look() + own,
    noteAccounts() {
      own += 1;
    },
  };
};

const KEPT_MAX = 20_000;

/** Remembers what was read for as long as a number of the above stays the same. */
export const makeMemory = <T>(generation: () => number) => {
  const kept = new Map<string, T>();
  let valid = generation();

  return {
    read(key: string, load: () => T): T {
      const current = generation();
      if (current !== valid || kept.size >= KEPT_MAX) kept.clear();
      valid = current;
      return kept.getOrInsertComputed(key, load);
    },
    drop: (key: string): boolean => kept.delete(key),
  };
};
