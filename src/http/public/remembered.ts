import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { LogStore } from '../../storage/port.ts';
import { type Answer, bytesOf } from './answer.ts';

/** All restaurants together. Pages are some tens of kilobytes each. */
const BYTES_MAX = 64 * 1_024 * 1_024;
/** What an entry costs besides its body. */
const ENTRY_BYTES = 1_024;
const TOTALS_MAX = 1_000;
const ASKED_MAX = 1_000;

/** What is known of one restaurant's lists at one version of its log. */
export interface Remembered {
  /** By the query as it came. */
  answers: {
    get(query: string): Answer | undefined;
    /** Whether it is kept. */
    set(query: string, answer: Answer): boolean;
  };
  /** By the filters in canonical form. */
  totals: Map<string, number>;
}

interface Entry extends Remembered {
  version: number;
  bytes: number;
}

/**
 * Answers stay good until the restaurant's log moves, whoever moved it: its version is read before
 * each use, so that what is remembered is never older than what a reader may already have seen.
 */
export const makeRemembered = (log: Pick<LogStore, 'position'>) => {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const forget = (restauranteId: string): void => {
    bytes -= entries.get(restauranteId)?.bytes ?? 0;
    entries.delete(restauranteId);
  };

  const makeEntry = (restauranteId: string, version: number): Entry => {
    const answers = new Map<string, Answer>();
    /** Checksums: a query may be as long as a head, and nobody may ask again. */
    const asked = new Set<number>();
    const entry: Entry = {
      version,
      bytes: 0,
      totals: new Map(),
      answers: {
        get: (query) => answers.get(query),
        set(query, answer) {
          // Forgotten in the meantime: whoever comes next has an entry of its own.
          if (entries.get(restauranteId) !== entry || answers.has(query)) return false;
          // Whoever walks the history asks once for each page: what is kept was asked for again.
          const mark = crc32(query);
          if (!asked.has(mark)) {
            if (asked.size < ASKED_MAX) asked.add(mark);
            return false;
          }
          answers.set(copyOf(query), answer);
          const cost = bytesOf(answer) + query.length + ENTRY_BYTES;
          entry.bytes += cost;
          bytes += cost;
          // The restaurant whose log moved longest ago goes first.
          for (const oldest of entries.keys()) {
            if (bytes <= BYTES_MAX) break;
            forget(oldest);
          }
          return true;
        },
      },
    };
    return entry;
  };

  return async (restauranteId: string): Promise<Remembered> => {
    const version = (await log.position(restauranteId))?.version ?? 0;
    const known = entries.get(restauranteId);
    if (known?.version === version) {
      if (known.totals.size > TOTALS_MAX) known.totals.clear();
      return known;
    }
    forget(restauranteId);
    const entry = makeEntry(restauranteId, version);
    entries.set(restauranteId, entry);
    return entry;
  };
};

/** Free of the request it was cut from, which a mere part of a text would hold in memory with it. */
const copyOf = (query: string): string => Buffer.from(query, 'latin1').toString('latin1');
