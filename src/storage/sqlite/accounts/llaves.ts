import {
  FIND_LLAVE,
  FIND_LLAVE_BY_HASH,
  type FoundLlaveRow,
  sharedLlaves,
  toFoundLlave,
} from '../../accounts/llaves.ts';
import type { Database } from '../../database.ts';
import type { FoundLlave, LlaveStore } from '../../port/accounts.ts';
import type { Changes } from '../driver/changes.ts';
import type { Connection } from '../driver/connection.ts';

const FIND_BY_ID = `${FIND_LLAVE} WHERE l.id = $1`;
const TOUCH = `
  UPDATE llaves SET ultimo_uso_ms = $1 WHERE id = $2 AND coalesce(ultimo_uso_ms, 0) < $1`;

export const makeLlaveStore = (
  database: Database,
  { run, get, transaction }: Connection,
  changes: Changes,
): LlaveStore => {
  const find = (sql: string, value: string): FoundLlave | null => {
    const row = get<FoundLlaveRow>(sql, value);
    return row === undefined ? null : toFoundLlave(row);
  };

  return {
    ...sharedLlaves(database),
    findByHash: async (hash) => find(FIND_LLAVE_BY_HASH, hash),
    version: changes.accountsVersion,
    readVersion: async () => changes.accountsVersion(),
    async findByIds(ids) {
      const found = new Map<string, FoundLlave>();
      for (const id of ids) {
        const each = find(FIND_BY_ID, id);
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
