import { audited, writeAudit } from '../accounts/auditoria.ts';
import {
  type Database,
  rows,
  type Step,
  type StoredFlag,
  send,
  type Value,
  type Work,
} from '../database.ts';
import { revokeLinksOf } from '../deliveries/enlaces.ts';
import { passDeliveriesOn } from '../deliveries/envios.ts';
import type { AuditEntry } from '../port/accounts.ts';
import type { Membresia } from '../port/panel/miembros.ts';
import type { UsuarioDetalle, UsuarioStore } from '../port/panel.ts';
import { addMiembro, HAS_FACTOR } from './miembros.ts';
import { revokeScreensOf } from './pantallas.ts';

/** Columns of `usuarios u` with `WITH_RESTAURANTS`: a row for each restaurant, or one without. */
export const USUARIO_COLUMNS = `u.id, u.email, u.operador, u.creado_ms AS "creadoMs",
  u.clave, u.alta_expira_ms AS "altaExpiraMs", u.desactivado_ms AS "desactivadoMs",
  u.ultimo_acceso_ms AS "ultimoAccesoMs", ${HAS_FACTOR} AS "tieneFactor", u.exige_factor AS "exigeFactor",
  m.restaurante_id AS "restauranteId", r.nombre, m.rol, m.suspendido_ms AS "suspendidoMs"`;
export const WITH_RESTAURANTS = `
  LEFT JOIN miembros m ON m.usuario_id = u.id LEFT JOIN restaurantes r ON r.id = m.restaurante_id`;
export const END_SESSIONS = 'DELETE FROM sesiones WHERE usuario_id = $1';

/** Writes nothing when the e-mail is taken. */
const INSERT = `
  INSERT INTO usuarios (id, email, operador, creado_ms, alta_hash, alta_expira_ms)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING`;
/** Locks none of their logs: no transaction may lock two. In the order of ids, so that two do not deadlock. */
const LOCK_RESTAURANTS =
  'SELECT id FROM restaurantes WHERE id = ANY ($1::text[] COLLATE "C") ORDER BY id FOR UPDATE';
const SELECT = `SELECT ${USUARIO_COLUMNS} FROM usuarios u ${WITH_RESTAURANTS}`;
const LIST = `
  SELECT ${USUARIO_COLUMNS} FROM (SELECT * FROM usuarios ORDER BY email LIMIT $1) u ${WITH_RESTAURANTS}
  ORDER BY u.email, r.nombre, r.id`;
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
const REQUIRE_FACTOR = 'UPDATE usuarios SET exige_factor = $2 WHERE id = $1 AND exige_factor <> $2';
/** A disabled user has neither sessions nor screens nor links. */
const DELETE = 'DELETE FROM usuarios WHERE id = $1 AND desactivado_ms IS NOT NULL RETURNING email';
const FORGET_CREATOR = 'UPDATE llaves SET creador = $1 WHERE creador = $2';

/** The people of a restaurant, with their roles, or the operators, without. */
const PEOPLE = `
  SELECT u.id, u.email, m.rol FROM miembros m JOIN usuarios u ON u.id = m.usuario_id
  WHERE m.restaurante_id = $1 AND m.suspendido_ms IS NULL AND u.desactivado_ms IS NULL ORDER BY u.id`;
const OPERATORS = `
  SELECT u.id, u.email, NULL AS rol FROM usuarios u
  WHERE u.operador AND u.desactivado_ms IS NULL ORDER BY u.id LIMIT 200`;

interface Person {
  id: string;
  email: string;
  rol: Membresia['rol'] | null;
}

/** The people who are told what concerns a restaurant, or (null) the service. */
export const peopleOf = (restauranteId: string | null): Step<Person[]> =>
  restauranteId === null ? rows(OPERATORS) : rows(PEOPLE, restauranteId);

type OtherwiseStored = 'tieneClave' | 'tieneFactor' | 'exigeFactor' | 'operador' | 'membresias';

export interface UsuarioRow extends Omit<UsuarioDetalle, OtherwiseStored> {
  operador: StoredFlag;
  tieneFactor: StoredFlag;
  exigeFactor: StoredFlag;
  clave: string | null;
  altaExpiraMs: number | null;
  restauranteId: string | null;
  nombre: string;
  rol: Membresia['rol'];
  suspendidoMs: number | null;
}

/** The user of some rows that differ in the restaurant alone. */
export const toUsuario = ([first, ...others]: readonly [
  UsuarioRow,
  ...UsuarioRow[],
]): UsuarioDetalle => ({
  id: first.id,
  email: first.email,
  operador: Boolean(first.operador),
  creadoMs: first.creadoMs,
  tieneClave: first.clave !== null,
  tieneFactor: Boolean(first.tieneFactor),
  exigeFactor: Boolean(first.exigeFactor),
  desactivadoMs: first.desactivadoMs,
  ultimoAccesoMs: first.ultimoAccesoMs,
  membresias: [first, ...others].flatMap(({ restauranteId, nombre, rol, suspendidoMs }) =>
    restauranteId === null ? [] : { restauranteId, nombre, rol, suspendidoMs },
  ),
});

export const makeUsuarioStore = ({ all, transact }: Database): UsuarioStore => {
  const find = async (column: 'id' | 'email' | 'alta_hash', value: string) => {
    const sql = `${SELECT} WHERE u.${column} = $1 ORDER BY r.nombre, r.id`;
    const [first, ...others] = await all<UsuarioRow>(sql, value);
    return first && { ...first, usuario: toUsuario([first, ...others]) };
  };

  return {
    create: ({ id, email, operador, creadoMs }, puestos, { hash, expiraMs }, audit) =>
      transact(function* () {
        const ids = puestos.map(({ restauranteId }) => restauranteId);
        const known = yield* rows(LOCK_RESTAURANTS, ids);
        if (known.length < puestos.length) return 'no_restaurant';
        const values = [id, email, operador, creadoMs, hash, expiraMs];
        if (!(yield* audited(audit, INSERT, ...values))) return 'email_taken';
        for (const puesto of puestos) yield* addMiembro(id, puesto, creadoMs);
        return 'created';
      }),
    async get(id) {
      return (await find('id', id))?.usuario ?? null;
    },
    async findByEmail(email) {
      const row = await find('email', email);
      return row === undefined ? null : { usuario: row.usuario, clave: row.clave };
    },
    async list(limit) {
      const byId = Map.groupBy(await all<UsuarioRow>(LIST, limit), ({ id }) => id);
      return [...byId.values()].map((found) => toUsuario(found as [UsuarioRow, ...UsuarioRow[]]));
    },
    async findBySetup(hash) {
      const row = await find('alta_hash', hash);
      return row === undefined ? null : { usuario: row.usuario, expiraMs: row.altaExpiraMs ?? 0 };
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
        if (!isDisabled) return false;
        yield* revokeScreensOf(id, audit);
        yield* revokeLinksOf(id, audit);
        yield* passDeliveriesOn(id, audit);
        return isDisabled;
      }),
    setFactorRequired: (id, isRequired, audit) =>
      transact(() => audited(audit, REQUIRE_FACTOR, id, isRequired)),
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
