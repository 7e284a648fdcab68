import type { UsuarioStore } from '../../port/panel.ts';
import { toUsuario, type UsuarioRow } from '../../shared/rows.ts';
import type { Connection } from '../driver/connection.ts';
import { writeAudit } from './auditoria.ts';

const EXISTS = 'SELECT 1 FROM restaurantes WHERE id = ?';
const INSERT = `
  INSERT INTO usuarios (id, email, restaurante_id, creado_ms, alta_hash, alta_expira_ms)
  VALUES (?, ?, ?, ?, ?, ?)`;
const GET = 'SELECT * FROM usuarios WHERE id = ?';
const BY_EMAIL = 'SELECT * FROM usuarios WHERE email = ?';
const BY_SETUP = 'SELECT * FROM usuarios WHERE alta_hash = ?';
const LIST = 'SELECT * FROM usuarios ORDER BY email LIMIT ?';
const OFFER = 'UPDATE usuarios SET alta_hash = ?, alta_expira_ms = ? WHERE id = ?';
const REDEEM = `
  UPDATE usuarios SET clave = ?, alta_hash = NULL, alta_expira_ms = NULL
  WHERE alta_hash = ? AND alta_expira_ms > ? AND desactivado_ms IS NULL RETURNING id`;
const CHANGE = 'UPDATE usuarios SET clave = ? WHERE id = ? AND clave = ?';
const DISABLE = 'UPDATE usuarios SET desactivado_ms = ? WHERE id = ? AND desactivado_ms IS NULL';
const ENABLE = `
  UPDATE usuarios SET desactivado_ms = NULL WHERE id = ? AND desactivado_ms IS NOT NULL`;
const END_SESSIONS = 'DELETE FROM sesiones WHERE usuario_id = ?';

export const makeUsuarioStore = (connection: Connection): UsuarioStore => {
  const { run, get, all, transaction } = connection;
  const found = (row: UsuarioRow | undefined) => (row === undefined ? null : toUsuario(row));

  return {
    create: async (usuario, setup, audit) =>
      transaction(() => {
        const { id, email, restauranteId, creadoMs } = usuario;
        if (restauranteId !== null && get(EXISTS, restauranteId) === undefined) {
          return 'no_restaurant';
        }
        if (get(BY_EMAIL, email) !== undefined) return 'email_taken';
        run(INSERT, id, email, restauranteId, creadoMs, setup.hash, setup.expiraMs);
        writeAudit(connection, audit);
        return 'created';
      }),
    get: async (id) => found(get<UsuarioRow>(GET, id)),
    async findByEmail(email) {
      const row = get<UsuarioRow>(BY_EMAIL, email);
      return row === undefined ? null : { usuario: toUsuario(row), clave: row.clave };
    },
    list: async (limit) => all<UsuarioRow>(LIST, limit).map(toUsuario),
    async findBySetup(hash) {
      const row = get<UsuarioRow>(BY_SETUP, hash);
      return row === undefined
        ? null
        : { usuario: toUsuario(row), expiraMs: row.alta_expira_ms ?? 0 };
    },
    offerSetup: async (id, setup, audit) =>
      transaction(() => {
        if (run(OFFER, setup.hash, setup.expiraMs, id) === 0) return false;
        writeAudit(connection, audit);
        return true;
      }),
    redeemSetup: async (hash, nowMs, clave, audit) =>
      transaction(() => {
        const row = get<{ id: string }>(REDEEM, clave, hash, nowMs);
        if (row === undefined) return false;
        run(END_SESSIONS, row.id);
        writeAudit(connection, audit);
        return true;
      }),
    changePassword: async (id, before, clave, audit) =>
      transaction(() => {
        if (run(CHANGE, clave, id, before) === 0) return false;
        run(END_SESSIONS, id);
        writeAudit(connection, audit);
        return true;
      }),
    setDisabled: async (id, atMs, audit) =>
      transaction(() => {
        const changed = atMs === null ? run(ENABLE, id) : run(DISABLE, atMs, id);
        if (changed === 0) return false;
        run(END_SESSIONS, id);
        writeAudit(connection, audit);
        return true;
      }),
  };
};
