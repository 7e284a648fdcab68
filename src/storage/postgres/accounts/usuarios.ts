import type { UsuarioStore } from '../../port/panel.ts';
import { toUsuario, type UsuarioRow } from '../../shared/rows.ts';
import type { Session, Statement } from '../driver/connection.ts';
import type { Transact } from '../driver/transaction.ts';
import { writeAudit } from './auditoria.ts';

const COLUMNS = `id, email, restaurante_id, creado_ms, clave, alta_expira_ms, desactivado_ms,
  ultimo_acceso_ms`;
const select = (name: string, rest: string): Statement => ({
  name: `usuarios_${name}`,
  text: `SELECT ${COLUMNS} FROM usuarios ${rest}`,
});

const EXISTS: Statement = {
  name: 'usuarios_restaurant',
  text: 'SELECT id FROM restaurantes WHERE id = $1',
};
const INSERT: Statement = {
  name: 'usuarios_insert',
  text: `
    INSERT INTO usuarios (id, email, restaurante_id, creado_ms, alta_hash, alta_expira_ms)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING`,
};
const GET = select('get', 'WHERE id = $1');
const BY_EMAIL = select('by_email', 'WHERE email = $1');
const BY_SETUP = select('by_setup', 'WHERE alta_hash = $1');
const LIST = select('list', 'ORDER BY email LIMIT $1');
const OFFER: Statement = {
  name: 'usuarios_offer',
  text: 'UPDATE usuarios SET alta_hash = $2, alta_expira_ms = $3 WHERE id = $1',
};
const REDEEM: Statement = {
  name: 'usuarios_redeem',
  text: `
    UPDATE usuarios SET clave = $3, alta_hash = NULL, alta_expira_ms = NULL
    WHERE alta_hash = $1 AND alta_expira_ms > $2 AND desactivado_ms IS NULL RETURNING id`,
};
const CHANGE: Statement = {
  name: 'usuarios_change',
  text: 'UPDATE usuarios SET clave = $3 WHERE id = $1 AND clave = $2',
};
const DISABLE: Statement = {
  name: 'usuarios_disable',
  text: 'UPDATE usuarios SET desactivado_ms = $2 WHERE id = $1 AND desactivado_ms IS NULL',
};
const ENABLE: Statement = {
  name: 'usuarios_enable',
  text: 'UPDATE usuarios SET desactivado_ms = NULL WHERE id = $1 AND desactivado_ms IS NOT NULL',
};
const END_SESSIONS: Statement = {
  name: 'usuarios_end_sessions',
  text: 'DELETE FROM sesiones WHERE usuario_id = $1',
};

export const makeUsuarioStore = (session: Session, transact: Transact): UsuarioStore => {
  const find = async (statement: Statement, value: string): Promise<UsuarioRow | undefined> =>
    (await session.rows<UsuarioRow>(statement, [value]))[0];

  return {
    create: (usuario, setup, audit) =>
      transact(async (transaction) => {
        const { id, email, restauranteId, creadoMs } = usuario;
        if (restauranteId !== null) {
          const found = await transaction.rows(EXISTS, [restauranteId]);
          if (found.length === 0) return 'no_restaurant';
        }
        const values = [id, email, restauranteId, creadoMs, setup.hash, setup.expiraMs];
        if ((await transaction.run(INSERT, values)) === 0) return 'email_taken';
        writeAudit(transaction, audit);
        return 'created';
      }),
    async get(id) {
      const row = await find(GET, id);
      return row === undefined ? null : toUsuario(row);
    },
    async findByEmail(email) {
      const row = await find(BY_EMAIL, email);
      return row === undefined ? null : { usuario: toUsuario(row), clave: row.clave };
    },
    list: async (limit) => (await session.rows<UsuarioRow>(LIST, [limit])).map(toUsuario),
    async findBySetup(hash) {
      const row = await find(BY_SETUP, hash);
      return row === undefined
        ? null
        : { usuario: toUsuario(row), expiraMs: row.alta_expira_ms ?? 0 };
    },
    offerSetup: (id, setup, audit) =>
      transact(async (transaction) => {
        if ((await transaction.run(OFFER, [id, setup.hash, setup.expiraMs])) === 0) return false;
        writeAudit(transaction, audit);
        return true;
      }),
    redeemSetup: (hash, nowMs, clave, audit) =>
      transact(async (transaction) => {
        const [row] = await transaction.rows<{ id: string }>(REDEEM, [hash, nowMs, clave]);
        if (row === undefined) return false;
        transaction.send(END_SESSIONS, [row.id]);
        writeAudit(transaction, audit);
        return true;
      }),
    changePassword: (id, before, clave, audit) =>
      transact(async (transaction) => {
        if ((await transaction.run(CHANGE, [id, before, clave])) === 0) return false;
        transaction.send(END_SESSIONS, [id]);
        writeAudit(transaction, audit);
        return true;
      }),
    setDisabled: (id, atMs, audit) =>
      transact(async (transaction) => {
        const changed =
          atMs === null
            ? await transaction.run(ENABLE, [id])
            : await transaction.run(DISABLE, [id, atMs]);
        if (changed === 0) return false;
        transaction.send(END_SESSIONS, [id]);
        writeAudit(transaction, audit);
        return true;
      }),
  };
};
