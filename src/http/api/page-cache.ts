import { LRUCache } from 'lru-cache';
import { inOwnMemory } from '../../storage/port/body.ts';
import type { LogStore } from '../../storage/port/log.ts';
import type { Answer } from '../answer/answer.ts';

/** Size of the cache for all restaurants together. A page has some tens of kilobytes. */
const BYTES_MAX = 64 * 1_024 * 1_024;
/** Memory that an entry takes besides its body. */
const ENTRY_BYTES = 1_024;
const TOTALS_MAX = 10_000;

interface Entry<V> {
  version: string;
  /** Null for a page that was asked for only once. */
  value: V | null;
}

/**
 * Pages of a list and their totals. Both stay good until the restaurant's log moves: its version is read
 * before each use, so that nobody gets a page older than what they have already seen.
 */
export const makePageCache = (log: Pick<LogStore, 'position' | 'epoch'>) => {
  const pages = new LRUCache<string, Entry<Answer>>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ value }, key) => (value?.body.length ?? 0) + key.length + ENTRY_BYTES,
  });
  const totals = new LRUCache<string, Entry<number>>({ max: TOTALS_MAX });

  /** The cache of a restaurant at the current version of its log. */
  return async (restauranteId: string) => {
    const position = await log.position(restauranteId);
    const version = `${log.epoch()} ${position?.version}`;
    const keyOf = (query: string) => `${restauranteId} ${query}`;
    const find = <V>(cache: LRUCache<string, Entry<V>>, query: string): Entry<V> | undefined => {
      const entry = cache.get(keyOf(query));
      return entry?.version === version ? entry : undefined;
    };
    return {
      page: (query: string): Answer | null => find(pages, query)?.value ?? null,
      /**
       * Keeps a page from the second request on. A walk through the history asks for each page once: kept,
       * its pages would push out the others, and reading them into new memory takes twice as long.
       */
      keepPage(query: string, answer: Answer): void {
        const value = find(pages, query) === undefined ? null : answer;
        if (value !== null) value.body = inOwnMemory(value.body);
        pages.set(keyOf(query), { version, value });
      },
      /** `filters` in canonical form, so that equal filters share a total. */
      total: (filters: string): number | null => find(totals, filters)?.value ?? null,
      keepTotal(filters: string, total: number): void {
        totals.set(keyOf(filters), { version, value: total });
      },
    };
  };
};
