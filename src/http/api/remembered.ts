import { Buffer } from 'node:buffer';
import type { LogStore } from '../../storage/port/log.ts';
import { type Answer, bytesOf } from '../wire/answer.ts';

/** All restaurants together. Pages are some tens of kilobytes each. */
const BYTES_MAX = 64 * 1_024 * 1_024;
/** What an entry costs besides its body. */
const ENTRY_BYTES = 1_024;
const TOTALS_MAX = 1_000;
/** Checksums of what was asked last, each in the place that its end gives it. */
const ASKED_PLACES = 64;

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
    /**
     * By checksum, as whether it was asked for: a query may be as long as a head, and to look up a text that
     * has never been seen costs more than its checksum.
     */
    const answers = new Map<number, { query: string; answer: Answer }>();
    const asked = new Array<number>(ASKED_PLACES).fill(0);
    const entry: Entry = {
      version,
      bytes: 0,
      totals: new Map(),
      answers: {
        get(query) {
          const known = answers.size === 0 ? undefined : answers.get(markOf(query));
          return known?.query === query ? known.answer : undefined;
        },
        set(query, answer) {
          const mark = markOf(query);
          // Forgotten in the meantime: whoever comes next has an entry of its own.
          if (entries.get(restauranteId) !== entry || answers.has(mark)) return false;
          // Whoever walks the history asks once for each page: what is kept was asked for again.
          const place = mark & (ASKED_PLACES - 1);
          if (asked[place] !== mark) {
            asked[place] = mark;
            return false;
          }
          answers.set(mark, { query: copyOf(query), answer });
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

/** A checksum (FNV-1a): for a text this short, sooner done here than handed to anybody. */
export const markOf = (query: string): number => {
  let mark = 0x811c9dc5;
  for (let at = 0; at < query.length; at += 1) {
    mark = Math.imul(mark ^ query.charCodeAt(at), 0x01000193);
  }
  return mark;
};

/** Free of the request it was cut from, which a mere part of a text would hold in memory with it. */
const copyOf = (query: string): string => Buffer.from(query, 'latin1').toString('latin1');
