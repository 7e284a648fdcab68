import { LRUCache } from 'lru-cache';
import type { FoundLlave, LlaveStore } from '../port/accounts.ts';

const KEYS_MAX = 10_000;

/** Caches keys for as long as the database says that none has changed: streams ask for theirs again and again. */
export const rememberKeys = (
  llaves: Pick<LlaveStore, 'findByIds' | 'readVersion'>,
): Pick<LlaveStore, 'findByIds'> => {
  const known = new LRUCache<string, FoundLlave>({ max: KEYS_MAX });
  let knownVersion: number | undefined;

  return {
    async findByIds(ids) {
      // Read before the keys: a key that changes meanwhile is read again next time.
      const version = await llaves.readVersion();
      if (version === undefined || version !== knownVersion) known.clear();
      knownVersion = version;
      const found = new Map<string, FoundLlave>();
      const unknown: string[] = [];
      for (const id of ids) {
        const each = known.get(id);
        if (each === undefined) unknown.push(id);
        else found.set(id, each);
      }
      if (unknown.length === 0) return found;
      for (const [id, each] of await llaves.findByIds(unknown)) {
        found.set(id, each);
        if (version !== undefined && version === knownVersion) known.set(id, each);
      }
      return found;
    },
  };
};
