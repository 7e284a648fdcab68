import { audited, writeAudit } from '../accounts/auditoria.ts';
import { type Database, rows, send, type Value, type Work } from '../database.ts';
import { lockRestaurant } from '../log/head.ts';
import type { AuditEntry } from '../port/accounts.ts';
import type { UsuarioDetalle, UsuarioStore } from '../port/panel.ts';
import { revokeScreensOf } from './pantallas.ts';

/** Columns of `usuarios u`. */
export const USUARIO_COLUMNS = `u.id, u.email, u.restaurante_id AS "restauranteId", u.creado_ms AS "creadoMs",
  u.clave, u.alta_expira_ms AS "altaExpiraMs", u.desactivado_ms AS "desactivadoMs",
  u.ultimo_acceso_ms AS "ultimoAccesoMs"`;
export const END_SESSIONS = 'DELETE FROM sesiones WHERE usuario_id = $1';

/** Writes nothing when the e-mail is taken. */
const INSERT = `
  INSERT INTO usuarios (id, email, restaurante_id, creado_ms, alta_hash, alta_expira_ms)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING`;
const SELECT = `SELECT ${USUARIO_COLUMNS} FROM usuarios u`;
const LIST = `
  SELECT ${USUARIO_COLUMNS}, r.nombre AS "restauranteNombre"
  FROM usuarios u LEFT JOIN restaurantes r ON r.id = u.restaurante_id ORDER BY u.email LIMIT $1`;
const OFFER_SETUP = 'UPDATE usuarios SET alta_hash = $2, alta_expira_ms = $3 WHERE id = $1';
const REDEEM_SETUP = `
  UPDATE usuarios SET clave = $3, alta_hash = NULL, alta_expira_ms = NULL
  WHERE alta_hash = $1 AND alta_expira_ms > $2 AND desactivado_ms IS NULL RETURNING id`;
const CHANGE_PASSWORD = `
  UPDATE usuarios SET clave = $3, alta_hash = NULL, alta_expira_ms = NULL
  WHERE id = $1 AND clave = $2`;
const DISABLE = `
  UPDATE usuarios SET desactivado_ms = $2, alta_hash = NULL, alta_expira_ms = NULL
  WHERE id = $1 AND desactivado_ms IS NULL`;
/** In the order of ids: two operators who disable each other must not deadlock. */
const LOCK_ACTIVE = `
  SELECT id FROM usuarios WHERE id IN ($1, $2) AND desactivado_ms IS NULL ORDER BY id FOR UPDATE`;
const ENABLE =
  'UPDATE usuarios SET desactivado_ms = NULL WHERE id = $1 AND desactivado_ms IS NOT NULL';
/** A disabled user has neither sessions nor screens. */
const DELETE = 'DELETE FROM usuarios WHERE id = $1 AND desactivado_ms IS NOT NULL RETURNING email';
const FORGET_CREATOR = 'UPDATE llaves SET creador = $1 WHERE creador = $2';

export type UsuarioRow = Omit<UsuarioDetalle, 'tieneClave'> & {
  clave: string | null;
  altaExpiraMs: number | null;
};

type ListedRow = UsuarioRow & { restauranteNombre: string | null };

export const toUsuario = <T extends UsuarioRow>({ clave, altaExpiraMs: _, ...row }: T) => ({
  ...row,
  tieneClave: clave !== null,
});

export const makeUsuarioStore = ({ all, transact }: Database): UsuarioStore => {
  const find = async (column: 'id' | 'email' | 'alta_hash', value: string) =>
    (await all<UsuarioRow>(`${SELECT} WHERE u.${column} = $1`, value))[0];

  return {
    create: (usuario, { hash, expiraMs }, audit) =>
      transact(function* () {
        const { id, email, restauranteId, creadoMs } = usuario;
        if (restauranteId !== null && (yield* lockRestaurant(restauranteId)) === null) {
          return 'no_restaurant';
        }
        const values = [id, email, restauranteId, creadoMs, hash, expiraMs];
        return (yield* audited(audit, INSERT, ...values)) ? 'created' : 'email_taken';
      }),
    async get(id) {
      const row = await find('id', id);
      return row === undefined ? null : toUsuario(row);
    },
    async findByEmail(email) {
      const row = await find('email', email);
      return row === undefined ? null : { usuario: toUsuario(row), clave: row.clave };
    },
    list: async (limit) => (await all<ListedRow>(LIST, limit)).map(toUsuario),
    async findBySetup(hash) {
      const row = await find('alta_hash', hash);
      return row === undefined
        ? null
        : { usuario: toUsuario(row), expiraMs: row.altaExpiraMs ?? 0 };
    },
    offerSetup: (id, { hash, expiraMs }, audit) =>
      transact(() => audited(audit, OFFER_SETUP, id, hash, expiraMs)),
    redeemSetup: (hash, nowMs, clave, audit) =>
      transact(function* () {
        const [row] = yield* rows<{ id: string }>(REDEEM_SETUP, hash, nowMs, clave);
        if (row === undefined) return false;
        yield* send(END_SESSIONS, row.id);
        yield* writeAudit(audit);
        return true;
      }),
    changePassword: (id, before, clave, audit) =>
      transact(() => changeAndSignOut(audit, CHANGE_PASSWORD, id, before, clave)),
    setDisabled: (id, atMs, audit, byId) =>
      transact(function* () {
        if (atMs === null) return yield* changeAndSignOut(audit, ENABLE, id);
        if (byId !== undefined) {
          const active = yield* rows<{ id: string }>(LOCK_ACTIVE, id, byId);
          if (!active.some((user) => user.id === byId)) return false;
        }
        const isDisabled = yield* changeAndSignOut(audit, DISABLE, id, atMs);
        if (isDisabled) yield* revokeScreensOf(id, audit);
        return isDisabled;
      }),
    deleteDisabled: (id, audit) =>
      transact(function* () {
        const [row] = yield* rows<{ email: string }>(DELETE, id);
        if (row === undefined) return false;
        yield* send(FORGET_CREATOR, id, row.email);
        yield* writeAudit(audit);
        return true;
      }),
  };
};

/** Changes a user and ends every session of theirs; false if it changed nothing. */
function* changeAndSignOut(
  audit: AuditEntry,
  sql: string,
  id: string,
  ...values: Value[]
): Work<boolean> {
  const isChanged = yield* audited(audit, sql, id, ...values);
  if (isChanged) yield* send(END_SESSIONS, id);
  return isChanged;
}
