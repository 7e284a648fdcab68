import type { FoundLlave, LlaveStore } from '../../port/accounts.ts';
import {
  type FoundLlaveRow,
  LLAVES,
  type LlaveRow,
  llaveValues,
  toFoundLlave,
  toLlave,
} from '../../shared/accounts/llaves.ts';
import { type Changes, makeVersionedCache } from '../driver/changes.ts';
import type { Connection } from '../driver/connection.ts';
import { writeAudit } from './auditoria.ts';

const FIND_BY_ID = `${LLAVES.find} WHERE l.id = $1`;
const TOUCH = `
  UPDATE llaves SET ultimo_uso_ms = $1 WHERE id = $2 AND coalesce(ultimo_uso_ms, 0) < $1`;

export const makeLlaveStore = (connection: Connection, changes: Changes): LlaveStore => {
  const { run, get, all, transaction } = connection;
  /** Every request looks up its key, and every open stream looks up its key again and again. */
  const byHash = makeVersionedCache<FoundLlave | null>(changes.accountsVersion);
  const byId = makeVersionedCache<FoundLlave | null>(changes.accountsVersion);

  const changeKeys = <T>(work: () => T): T => {
    changes.accountsChanged();
    return transaction(work);
  };
  const find = (sql: string, value: string): FoundLlave | null => {
    const row = get<FoundLlaveRow>(sql, value);
    return row === undefined ? null : toFoundLlave(row);
  };

  return {
    create: async (llave, hash, audit) =>
      changeKeys(() => {
        if (run(LLAVES.insert, ...llaveValues(llave, hash)) === 0) return 'no_restaurant';
        writeAudit(connection, audit);
        return 'created';
      }),
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
    async get(id) {
      const row = get<LlaveRow>(LLAVES.get, id);
      return row === undefined ? null : toLlave(row);
    },
    async list(restauranteId) {
      const rows =
        restauranteId === null
          ? all<LlaveRow>(LLAVES.list)
          : all<LlaveRow>(LLAVES.listOfRestaurant, restauranteId);
      return rows.map(toLlave);
    },
    revoke: async (id, atMs, audit) =>
      changeKeys(() => {
        if (run(LLAVES.revoke, id, atMs) === 0) return false;
        writeAudit(connection, audit);
        return true;
      }),
    rotate: async (id, { llave, hash }, graceUntilMs, audit) =>
      changeKeys(() => {
        if (run(LLAVES.expire, id, graceUntilMs) === 0) return false;
        run(LLAVES.insert, ...llaveValues(llave, hash));
        writeAudit(connection, audit);
        return true;
      }),
    touch: async (uses) =>
      transaction(
        () => {
          for (const [id, atMs] of uses) run(TOUCH, atMs, id);
        },
        { fsync: false },
      ),
  };
};
