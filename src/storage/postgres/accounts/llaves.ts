import { makeLlaves } from '../../accounts/llaves.ts';
import { type Database, send } from '../../database.ts';
import type { FoundLlave, LlaveStore } from '../../port/accounts.ts';
import { type FoundLlaveRow, LLAVES, toFoundLlave } from '../../shared/accounts/llaves.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import { makeLlavesVersion, readLlavesVersion } from './llaves-version.ts';

const FIND_BY_IDS = `${LLAVES.find} WHERE l.id = ANY ($1::text[] COLLATE "C")`;
const TOUCH = `
  UPDATE llaves l SET ultimo_uso_ms = u.ms
  FROM unnest($1::text[], $2::bigint[]) AS u (id, ms)
  WHERE l.id = u.id AND coalesce(l.ultimo_uso_ms, 0) < u.ms`;

/** Keys that are kept between two looks. */
const KEPT_MAX = 20_000;

/**
 * Every open stream looks up its key again and again: to read thousands each time held up the events behind it. As long
 * as the version, which is read first, stays the same, so do the keys.
 */
const makeFindByIds = (database: Database, lookups: Session): LlaveStore['findByIds'] => {
  let kept = { version: undefined as number | undefined, llaves: new Map<string, FoundLlave>() };

  return async (ids) => {
    const version = await readLlavesVersion(lookups);
    if (version !== kept.version || kept.llaves.size > KEPT_MAX)
      kept = { version, llaves: new Map() };
    const { llaves } = kept;
    const unknown = ids.filter((id) => !llaves.has(id));
    if (unknown.length > 0) {
      const rows = await database.all<FoundLlaveRow>(FIND_BY_IDS, textArray(unknown));
      for (const row of rows) llaves.set(row.id, toFoundLlave(row));
    }
    const found = new Map<string, FoundLlave>();
    for (const id of ids) {
      const llave = llaves.get(id);
      if (llave !== undefined) found.set(id, llave);
    }
    return found;
  };
};

export const makeLlaveStore = (
  database: Database,
  lookups: Session,
  monotonicMs: () => number,
): LlaveStore => ({
  ...makeLlaves(database),
  async findByHash(hash) {
    const [row] = await lookups.rows<FoundLlaveRow>(LLAVES.findByHash, [hash]);
    return row === undefined ? null : toFoundLlave(row);
  },
  version: makeLlavesVersion(lookups, monotonicMs),
  findByIds: makeFindByIds(database, lookups),
  touch(uses) {
    // In the order of ids: two processes that write the same rows must not deadlock.
    const ordered = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
    const ids = textArray(ordered.map(([id]) => id));
    const moments = int8Array(ordered.map(([, atMs]) => atMs));
    return database.transact(() => send(TOUCH, ids, moments));
  },
});
