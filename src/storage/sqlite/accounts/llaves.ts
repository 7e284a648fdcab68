import { makeLlaves } from '../../accounts/llaves.ts';
import type { Database } from '../../database.ts';
import type { FoundLlave, LlaveStore } from '../../port/accounts.ts';
import { type FoundLlaveRow, LLAVES, toFoundLlave } from '../../shared/accounts/llaves.ts';
import { type Changes, makeVersionedCache } from '../driver/changes.ts';
import type { Connection } from '../driver/connection.ts';

const FIND_BY_ID = `${LLAVES.find} WHERE l.id = $1`;
const TOUCH = `
  UPDATE llaves SET ultimo_uso_ms = $1 WHERE id = $2 AND coalesce(ultimo_uso_ms, 0) < $1`;

export const makeLlaveStore = (
  database: Database,
  { run, get, transaction }: Connection,
  changes: Changes,
): LlaveStore => {
  /** Every request looks up its key, and every open stream looks up its key again and again. */
  const byHash = makeVersionedCache<FoundLlave | null>(changes.accountsVersion);
  const byId = makeVersionedCache<FoundLlave | null>(changes.accountsVersion);

  const find = (sql: string, value: string): FoundLlave | null => {
    const row = get<FoundLlaveRow>(sql, value);
    return row === undefined ? null : toFoundLlave(row);
  };

  return {
    ...makeLlaves(database),
    async findByHash(hash) {
      const found = byHash.read(hash, () => find(LLAVES.findByHash, hash));
      // An unknown key is not cached: the CLI may create it within the next milliseconds.
      if (found === null) byHash.drop(hash);
      return found;
    },
    version: changes.accountsVersion,
    async findByIds(ids) {
      const found = new Map<string, FoundLlave>();
      for (const id of ids) {
        const each = byId.read(id, () => find(FIND_BY_ID, id));
        if (each !== null) found.set(id, each);
      }
      return found;
    },
    touch: async (uses) =>
      transaction(
        () => {
          for (const [id, atMs] of uses) run(TOUCH, atMs, id);
        },
        { fsync: false },
      ),
  };
};
