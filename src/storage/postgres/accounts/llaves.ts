import type { Llave, LlaveStanding, LlaveStore } from '../../port/accounts.ts';
import { type LlaveRow, llaveValues, toLlave } from '../../shared/rows.ts';
import { int8Array, textArray } from '../driver/arrays.ts';
import type { Session, Statement } from '../driver/connection.ts';
import type { Transact, Transaction } from '../driver/transaction.ts';
import { makeKeptStandings, makeLlavesVersion, noteLlavesChanged } from '../wake/cambios.ts';
import { writeAudit } from './auditoria.ts';

const COLUMNS = `l.id, l.restaurante_id, l.nombre, l.etiqueta, l.alcances, l.pista, l.creador,
  l.creada_ms, l.expira_ms, l.revocada_ms, l.ultimo_uso_ms`;
/** Nothing when there is no such restaurant. */
const INSERT: Statement = {
  name: 'llaves_insert',
  text: `
    INSERT INTO llaves (id, restaurante_id, hash, nombre, etiqueta, alcances, pista, creador,
                        creada_ms, expira_ms, revocada_ms, ultimo_uso_ms)
    SELECT $1, r.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
    FROM restaurantes r WHERE r.id = $2`,
};
const GET: Statement = {
  name: 'llaves_get',
  text: `SELECT ${COLUMNS} FROM llaves l WHERE l.id = $1`,
};
const BY_HASH: Statement = {
  name: 'llaves_by_hash',
  text: `
    SELECT ${COLUMNS}, r.activo FROM llaves l JOIN restaurantes r ON r.id = l.restaurante_id
    WHERE l.hash = $1`,
};
const STANDINGS: Statement = {
  name: 'llaves_standings',
  text: `
    SELECT ${COLUMNS}, r.activo FROM llaves l JOIN restaurantes r ON r.id = l.restaurante_id
    WHERE l.id = ANY ($1::text[] COLLATE "C")`,
};
const LIST_ALL: Statement = {
  name: 'llaves_list_all',
  text: `SELECT ${COLUMNS} FROM llaves l ORDER BY l.creada_ms DESC, l.id DESC`,
};
const LIST_ONE: Statement = {
  name: 'llaves_list_one',
  text: `
    SELECT ${COLUMNS} FROM llaves l WHERE l.restaurante_id = $1
    ORDER BY l.creada_ms DESC, l.id DESC`,
};
const REVOKE: Statement = {
  name: 'llaves_revoke',
  text: 'UPDATE llaves SET revocada_ms = $2 WHERE id = $1 AND revocada_ms IS NULL',
};
const EXPIRE: Statement = {
  name: 'llaves_expire',
  text: `
    UPDATE llaves SET expira_ms = least(coalesce(expira_ms, $2), $2)
    WHERE id = $1 AND revocada_ms IS NULL`,
};
const TOUCH: Statement = {
  name: 'llaves_touch',
  text: `
    UPDATE llaves l SET ultimo_uso_ms = u.ms
    FROM unnest($1::text[], $2::bigint[]) AS u (id, ms)
    WHERE l.id = u.id AND coalesce(l.ultimo_uso_ms, 0) < u.ms`,
};

const insert = (transaction: Transaction, llave: Llave, hash: string): Promise<number> =>
  transaction.run(INSERT, llaveValues(llave, hash));

const readStandings = async (
  session: Session,
  ids: readonly string[],
): Promise<Map<string, LlaveStanding>> => {
  if (ids.length === 0) return new Map();
  const rows = await session.rows<LlaveRow & { activo: boolean }>(STANDINGS, [textArray(ids)]);
  return new Map(rows.map((row) => [row.id, { llave: toLlave(row), activo: row.activo }]));
};

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
    const [row] = await lookups.rows<LlaveRow & { activo: boolean }>(BY_HASH, [hash]);
    return row === undefined ? null : { llave: toLlave(row), activo: row.activo };
  },
  version: makeLlavesVersion(lookups, monotonicMs),
  standings: makeKeptStandings(lookups, monotonicMs, (ids) => readStandings(session, ids)),
  async get(id) {
    const [row] = await session.rows<LlaveRow>(GET, [id]);
    return row === undefined ? null : toLlave(row);
  },
  async list(restauranteId) {
    const rows =
      restauranteId === null
        ? await session.rows<LlaveRow>(LIST_ALL, [])
        : await session.rows<LlaveRow>(LIST_ONE, [restauranteId]);
    return rows.map(toLlave);
  },
  revoke: (id, atMs, audit) =>
    transact(async (transaction) => {
      if ((await transaction.run(REVOKE, [id, atMs])) === 0) return false;
      writeAudit(transaction, audit);
      noteLlavesChanged(transaction);
      return true;
    }),
  rotate: (id, successor, graceUntilMs, audit) =>
    transact(async (transaction) => {
      if ((await transaction.run(EXPIRE, [id, graceUntilMs])) === 0) return false;
      await insert(transaction, successor.llave, successor.hash);
      writeAudit(transaction, audit);
      noteLlavesChanged(transaction);
      return true;
    }),
  touch: (uses) =>
    transact(async (transaction) => {
      // In the order of ids: two processes that note the same keys must not wait for each other.
      const ordered = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
      const ids = textArray(ordered.map(([id]) => id));
      transaction.send(TOUCH, [ids, int8Array(ordered.map(([, atMs]) => atMs))]);
    }),
});
