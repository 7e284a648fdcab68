import type { FlujoStore } from '../storage/port/limits.ts';
import { FLUJOS_POR_LLAVE_MAX } from '../storage/port/limits.ts';

/** How often the seats that are taken are claimed anew: a process that dies loses them by itself. */
const RENEW_MS = 20_000;
const CLAIMS_PER_STATEMENT = 500;

interface Waiting {
  llaveId: string;
  resolve(isSeated: boolean): void;
  reject(error: unknown): void;
}

/**
 * How many connections a key has, here and, where processes share a database, everywhere. What comes
 * in together is claimed with one statement; while one is under way the next ones gather.
 */
export const makeSeats = (flujos: FlujoStore | null, onFailed: (error: unknown) => void) => {
  const taken = new Map<string, number>();
  const dirty = new Set<string>();
  let waiting: Waiting[] = [];
  let claiming: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const count = (llaveId: string, change: 1 | -1): void => {
    const next = (taken.get(llaveId) ?? 0) + change;
    if (next > 0) taken.set(llaveId, next);
    else taken.delete(llaveId);
  };

  /** What the database says a process may have is given to those who came first. */
  const settle = (asked: readonly Waiting[], granted: ReadonlyMap<string, number>): void => {
    const free = new Map<string, number>();
    for (const { llaveId, resolve } of asked) {
      const left = free.getOrInsertComputed(
        llaveId,
        () => (granted.get(llaveId) ?? 0) - (taken.get(llaveId) ?? 0),
      );
      free.set(llaveId, left - 1);
      if (left > 0) count(llaveId, 1);
      resolve(left > 0);
    }
  };

  const claimAll = async (store: FlujoStore): Promise<void> => {
    while (dirty.size > 0) {
      const ids = [...dirty].slice(0, CLAIMS_PER_STATEMENT);
      for (const id of ids) dirty.delete(id);
      const asked = waiting.filter(({ llaveId }) => ids.includes(llaveId));
      waiting = waiting.filter(({ llaveId }) => !ids.includes(llaveId));
      const wanted = new Map(ids.map((id) => [id, taken.get(id) ?? 0]));
      for (const { llaveId } of asked) wanted.set(llaveId, (wanted.get(llaveId) ?? 0) + 1);
      try {
        settle(asked, await store.claim(wanted));
      } catch (error) {
        for (const { reject } of asked) reject(error);
        if (asked.length === 0) onFailed(error);
      }
    }
    claiming = null;
  };

  const claim = (store: FlujoStore, llaveIds: Iterable<string>): Promise<void> => {
    for (const id of llaveIds) dirty.add(id);
    claiming ??= claimAll(store);
    return claiming;
  };

  const leave = (llaveId: string): void => {
    count(llaveId, -1);
    if (flujos !== null) void claim(flujos, [llaveId]);
    if (taken.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  const sit = (llaveId: string): (() => void) => {
    let isSeated = true;
    if (flujos !== null) {
      timer ??= setInterval(() => void claim(flujos, taken.keys()), RENEW_MS);
    }
    return () => {
      if (isSeated) leave(llaveId);
      isSeated = false;
    };
  };

  return {
    /** Gives back how to leave, or null when all seats of the key are taken. */
    async take(llaveId: string): Promise<(() => void) | null> {
      if ((taken.get(llaveId) ?? 0) >= FLUJOS_POR_LLAVE_MAX) return null;
      if (flujos === null) {
        count(llaveId, 1);
        return sit(llaveId);
      }
      const isSeated = await new Promise<boolean>((resolve, reject) => {
        waiting.push({ llaveId, resolve, reject });
        void claim(flujos, [llaveId]);
      });
      return isSeated ? sit(llaveId) : null;
    },
    /** Resolves when every seat that was left is known to be free. */
    async close(): Promise<void> {
      if (timer !== null) clearInterval(timer);
      timer = null;
      await claiming;
    },
  };
};
