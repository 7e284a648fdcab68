import type { Llave, LlaveStanding, LlaveStore } from '../../port/accounts.ts';
import { type LlaveRow, llaveValues, toLlave } from '../../shared/rows.ts';
import { type Changes, makeMemory } from '../driver/changes.ts';
import type { Connection } from '../driver/connection.ts';
import { writeAudit } from './auditoria.ts';

const INSERT = `
  INSERT INTO llaves (id, restaurante_id, hash, nombre, etiqueta, alcances, pista, creador,
                      creada_ms, expira_ms, revocada_ms, ultimo_uso_ms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const EXISTS = 'SELECT 1 FROM restaurantes WHERE id = ?';
const GET = 'SELECT * FROM llaves WHERE id = ?';
const BY_HASH = `
  SELECT l.*, r.activo FROM llaves l JOIN restaurantes r ON r.id = l.restaurante_id
  WHERE l.hash = ?`;
const BY_ID = `
  SELECT l.*, r.activo FROM llaves l JOIN restaurantes r ON r.id = l.restaurante_id
  WHERE l.id = ?`;
const LIST = 'SELECT * FROM llaves ORDER BY creada_ms DESC, id DESC';
const LIST_ONE = 'SELECT * FROM llaves WHERE restaurante_id = ? ORDER BY creada_ms DESC, id DESC';
const REVOKE = 'UPDATE llaves SET revocada_ms = ? WHERE id = ? AND revocada_ms IS NULL';
const EXPIRE = `
  UPDATE llaves SET expira_ms = min(coalesce(expira_ms, ?1), ?1)
  WHERE id = ?2 AND revocada_ms IS NULL`;
const TOUCH = `
  UPDATE llaves SET ultimo_uso_ms = ?1 WHERE id = ?2 AND coalesce(ultimo_uso_ms, 0) < ?1`;

export const makeLlaveStore = (connection: Connection, changes: Changes): LlaveStore => {
  const { run, get, all, transaction, unhurried, afresh } = connection;
  /** Every request asks for its key. */
  const known = makeMemory<LlaveStanding | undefined>(changes.accounts);
  /** Every open stream asks for its key again and again. */
  const standing = makeMemory<LlaveStanding | undefined>(changes.accounts);
  const changeKeys = <T>(work: () => T): T => {
    changes.noteAccounts();
    return transaction(work);
  };

  const load = (sql: string, key: string): LlaveStanding | undefined => {
    const row = get<LlaveRow & { activo: number }>(sql, key);
    return row === undefined ? undefined : { llave: toLlave(row), activo: row.activo === 1 };
  };

  const insert = (llave: Llave, hash: string) => run(INSERT, ...llaveValues(llave, hash));

  return {
    create: async (llave, hash, audit) =>
      changeKeys(() => {
        if (get(EXISTS, llave.restauranteId) === undefined) return 'no_restaurant';
        insert(llave, hash);
        writeAudit(connection, audit);
        return 'created';
      }),
    async findByHash(hash) {
      const found = known.read(hash, () => load(BY_HASH, hash));
      if (found !== undefined) return found;
      // A stranger's guess is not worth remembering; and who has just been given a key may use it at once.
      known.drop(hash);
      return afresh(() => load(BY_HASH, hash)) ?? null;
    },
    version: changes.accounts,
    async standings(ids) {
      const found = new Map<string, LlaveStanding>();
      for (const id of ids) {
        const each = standing.read(id, () => load(BY_ID, id));
        if (each !== undefined) found.set(id, each);
      }
      return found;
    },
    async get(id) {
      const row = get<LlaveRow>(GET, id);
      return row === undefined ? null : toLlave(row);
    },
    list: async (restauranteId) =>
      (restauranteId === null ? all<LlaveRow>(LIST) : all<LlaveRow>(LIST_ONE, restauranteId)).map(
        toLlave,
      ),
    revoke: async (id, atMs, audit) =>
      changeKeys(() => {
        if (run(REVOKE, atMs, id) === 0) return false;
        writeAudit(connection, audit);
        return true;
      }),
    rotate: async (id, successor, graceUntilMs, audit) =>
      changeKeys(() => {
        if (run(EXPIRE, graceUntilMs, id) === 0) return false;
        insert(successor.llave, successor.hash);
        writeAudit(connection, audit);
        return true;
      }),
    touch: async (uses) =>
      unhurried(() => {
        for (const [id, atMs] of uses) run(TOUCH, atMs, id);
      }),
  };
};
