import type { Llave, LlaveStore } from '../../port/accounts.ts';
import {
  type FoundLlaveRow,
  LLAVES,
  type LlaveRow,
  llaveValues,
  toFoundLlave,
  toLlave,
} from '../../shared/accounts/llaves.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import type { Transact, Transaction } from '../driver/transaction.ts';
import { writeAudit } from './auditoria.ts';
import { bumpLlavesVersion, makeLlavesVersion } from './llaves-version.ts';

const FIND_BY_IDS = `${LLAVES.find} WHERE l.id = ANY ($1::text[] COLLATE "C")`;
const TOUCH = `
  UPDATE llaves l SET ultimo_uso_ms = u.ms
  FROM unnest($1::text[], $2::bigint[]) AS u (id, ms)
  WHERE l.id = u.id AND coalesce(l.ultimo_uso_ms, 0) < u.ms`;

const insert = (transaction: Transaction, llave: Llave, hash: string): Promise<number> =>
  transaction.run(LLAVES.insert, llaveValues(llave, hash));

export const makeLlaveStore = (
  session: Session,
  lookups: Session,
  transact: Transact,
  monotonicMs: () => number,
): LlaveStore => ({
  create: (llave, hash, audit) =>
    transact(async (transaction) => {
      if ((await insert(transaction, llave, hash)) === 0) return 'no_restaurant';
      writeAudit(transaction, audit);
      return 'created';
    }),
  async findByHash(hash) {
    const [row] = await lookups.rows<FoundLlaveRow>(LLAVES.findByHash, [hash]);
    return row === undefined ? null : toFoundLlave(row);
  },
  version: makeLlavesVersion(lookups, monotonicMs),
  async findByIds(ids) {
    const rows = await session.rows<FoundLlaveRow>(FIND_BY_IDS, [textArray(ids)]);
    return new Map(rows.map((row) => [row.id, toFoundLlave(row)]));
  },
  async get(id) {
    const [row] = await session.rows<LlaveRow>(LLAVES.get, [id]);
    return row === undefined ? null : toLlave(row);
  },
  async list(restauranteId) {
    const rows =
      restauranteId === null
        ? await session.rows<LlaveRow>(LLAVES.list, [])
        : await session.rows<LlaveRow>(LLAVES.listOfRestaurant, [restauranteId]);
    return rows.map(toLlave);
  },
  revoke: (id, atMs, audit) =>
    transact(async (transaction) => {
      if ((await transaction.run(LLAVES.revoke, [id, atMs])) === 0) return false;
      writeAudit(transaction, audit);
      bumpLlavesVersion(transaction);
      return true;
    }),
  rotate: (id, { llave, hash }, graceUntilMs, audit) =>
    transact(async (transaction) => {
      if ((await transaction.run(LLAVES.expire, [id, graceUntilMs])) === 0) return false;
      await insert(transaction, llave, hash);
      writeAudit(transaction, audit);
      bumpLlavesVersion(transaction);
      return true;
    }),
  touch: (uses) =>
    transact(async (transaction) => {
      // In the order of ids: two processes that write the same rows must not deadlock.
      const ordered = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
      const ids = textArray(ordered.map(([id]) => id));
      transaction.send(TOUCH, [ids, int8Array(ordered.map(([, atMs]) => atMs))]);
    }),
});
