import { mayRol, type Rol } from '../../contract/roles.ts';
import { audited, writeAudit } from '../accounts/auditoria.ts';
import {
  type Database,
  rows,
  run,
  type Step,
  type StoredFlag,
  send,
  type Work,
} from '../database.ts';
import { revokeLinksOf } from '../deliveries/enlaces.ts';
import { passDeliveriesOn } from '../deliveries/envios.ts';
import { lockRestaurant } from '../log/head.ts';
import {
  type CambioMiembro,
  type FoundInvitacion,
  type Invitacion,
  MIEMBROS_MAX,
  type Miembro,
  type MiembroStore,
} from '../port/panel/miembros.ts';
import { revokeScreensOf } from './pantallas.ts';

/** Of `usuarios u`. */
export const HAS_FACTOR =
  '(u.totp IS NOT NULL OR EXISTS (SELECT 1 FROM passkeys p WHERE p.usuario_id = u.id))';

const LIST = `
  SELECT m.usuario_id AS "usuarioId", u.email, m.rol, m.desde_ms AS "desdeMs", m.suspendido_ms AS "suspendidoMs",
         u.desactivado_ms AS "desactivadoMs", u.clave, u.ultimo_acceso_ms AS "ultimoAccesoMs",
         ${HAS_FACTOR} AS "tieneFactor"
  FROM miembros m JOIN usuarios u ON u.id = m.usuario_id
  WHERE m.restaurante_id = $1 ORDER BY u.email`;
const ROL_OF = 'SELECT rol FROM miembros WHERE restaurante_id = $1 AND usuario_id = $2';
const OTHER_OWNERS = `
  SELECT count(*) AS n FROM miembros m JOIN usuarios u ON u.id = m.usuario_id
  WHERE m.restaurante_id = $1 AND m.usuario_id <> $2 AND m.rol = 'propietaria' AND m.suspendido_ms IS NULL
    AND u.desactivado_ms IS NULL AND u.clave IS NOT NULL`;
const SET_ROL = 'UPDATE miembros SET rol = $3 WHERE restaurante_id = $1 AND usuario_id = $2';
const SUSPEND =
  'UPDATE miembros SET suspendido_ms = $3 WHERE restaurante_id = $1 AND usuario_id = $2';
const REMOVE = 'DELETE FROM miembros WHERE restaurante_id = $1 AND usuario_id = $2';
/** The invitations that they made, and those that would bring them back. */
const END_INVITATIONS = `
  DELETE FROM invitaciones WHERE restaurante_id = $1
    AND (usuario_id = $2 OR email = (SELECT email FROM usuarios WHERE id = $2))`;

const INVITATION_COLUMNS = `i.id, i.restaurante_id AS "restauranteId", i.email, i.rol, i.usuario_id AS "usuarioId",
  i.creada_ms AS "creadaMs", i.expira_ms AS "expiraMs"`;
const COUNT = `
  SELECT (SELECT count(*) FROM miembros WHERE restaurante_id = $1)
       + (SELECT count(*) FROM invitaciones WHERE restaurante_id = $1 AND email <> $2) AS n`;
const MEMBER_WITH_EMAIL = `
  SELECT 1 AS found FROM miembros m JOIN usuarios u ON u.id = m.usuario_id
  WHERE m.restaurante_id = $1 AND u.email = $2`;
const DROP_INVITATION = 'DELETE FROM invitaciones WHERE restaurante_id = $1 AND email = $2';
const INVITE = `
  INSERT INTO invitaciones (id, restaurante_id, email, rol, hash, usuario_id, creada_ms, expira_ms)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
const INVITATIONS = `
  SELECT ${INVITATION_COLUMNS} FROM invitaciones i WHERE i.restaurante_id = $1 ORDER BY i.creada_ms, i.id`;
const WITHDRAW = 'DELETE FROM invitaciones WHERE restaurante_id = $1 AND id = $2';
const FIND_INVITATION = `
  SELECT ${INVITATION_COLUMNS}, r.nombre AS "restauranteNombre", u.id AS cuenta
  FROM invitaciones i JOIN restaurantes r ON r.id = i.restaurante_id LEFT JOIN usuarios u ON u.email = i.email
  WHERE i.hash = $1`;
const TAKE = `
  DELETE FROM invitaciones WHERE hash = $1 AND expira_ms > $2
    AND email = (SELECT email FROM usuarios WHERE id = $3 AND desactivado_ms IS NULL)
  RETURNING restaurante_id AS "restauranteId", rol`;
const INSERT_USER = `
  INSERT INTO usuarios (id, email, operador, creado_ms, clave) VALUES ($1, $2, false, $3, $4)
  ON CONFLICT (email) DO NOTHING`;
const INSERT = `
  INSERT INTO miembros (usuario_id, restaurante_id, rol, desde_ms) VALUES ($1, $2, $3, $4)
  ON CONFLICT (usuario_id, restaurante_id) DO NOTHING`;

export const addMiembro = (
  usuarioId: string,
  { restauranteId, rol }: { restauranteId: string; rol: Rol },
  desdeMs: number,
): Step<void> => send(INSERT, usuarioId, restauranteId, rol, desdeMs);

const mayExportAfter = (cambio: CambioMiembro): boolean =>
  'rol' in cambio
    ? mayRol(cambio.rol, 'exportar')
    : 'suspendidoMs' in cambio && cambio.suspendidoMs === null;

type MiembroRow = Omit<Miembro, 'tieneClave' | 'tieneFactor'> & {
  clave: string | null;
  tieneFactor: StoredFlag;
};
type InvitacionRow = Omit<FoundInvitacion, 'tieneCuenta'> & { cuenta: string | null };
type Taken = { restauranteId: string; rol: Rol };

function* count(sql: string, ...values: [string, string]): Work<number> {
  const [row] = yield* rows<{ n: number }>(sql, ...values);
  return Number(row?.n ?? 0);
}

export const makeMiembroStore = ({ all, transact }: Database): MiembroStore => ({
  async list(restauranteId) {
    const found = await all<MiembroRow>(LIST, restauranteId);
    return found.map(({ clave, tieneFactor, ...miembro }) => ({
      ...miembro,
      tieneClave: clave !== null,
      tieneFactor: Boolean(tieneFactor),
    }));
  },
  change: (restauranteId, usuarioId, cambio, audit) =>
    transact(function* () {
      if ((yield* lockRestaurant(restauranteId)) === null) return 'not_found';
      const [before] = yield* rows<{ rol: Rol }>(ROL_OF, restauranteId, usuarioId);
      if (before === undefined) return 'not_found';
      const staysOwner =
        'rol' in cambio
          ? cambio.rol === 'propietaria'
          : 'suspendidoMs' in cambio && cambio.suspendidoMs === null;
      if (before.rol === 'propietaria' && !staysOwner) {
        if ((yield* count(OTHER_OWNERS, restauranteId, usuarioId)) === 0) return 'last_owner';
      }
      if ('rol' in cambio) yield* run(SET_ROL, restauranteId, usuarioId, cambio.rol);
      else if ('suspendidoMs' in cambio) {
        yield* run(SUSPEND, restauranteId, usuarioId, cambio.suspendidoMs);
      } else yield* run(REMOVE, restauranteId, usuarioId);
      if (!staysOwner) yield* send(END_INVITATIONS, restauranteId, usuarioId);
      yield* writeAudit(audit);
      if (cambio.endsScreens) yield* revokeScreensOf(usuarioId, audit, restauranteId);
      if (!mayExportAfter(cambio)) {
        yield* revokeLinksOf(usuarioId, audit, restauranteId);
        yield* passDeliveriesOn(usuarioId, audit, restauranteId);
      }
      return 'changed';
    }),
  invite: (invitacion, hash, audit) =>
    transact(function* () {
      const { id, restauranteId, email, rol, usuarioId, creadaMs, expiraMs } = invitacion;
      if ((yield* lockRestaurant(restauranteId)) === null) return 'no_restaurant';
      if ((yield* rows(MEMBER_WITH_EMAIL, restauranteId, email)).length > 0)
        return 'already_member';
      if ((yield* count(COUNT, restauranteId, email)) >= MIEMBROS_MAX) return 'too_many';
      yield* send(DROP_INVITATION, restauranteId, email);
      yield* send(INVITE, id, restauranteId, email, rol, hash, usuarioId, creadaMs, expiraMs);
      yield* writeAudit(audit);
      return 'invited';
    }),
  invitations: (restauranteId) => all<Invitacion>(INVITATIONS, restauranteId),
  withdraw: (restauranteId, id, audit) =>
    transact(() => audited(audit, WITHDRAW, restauranteId, id)),
  async findInvitation(hash) {
    const [row] = await all<InvitacionRow>(FIND_INVITATION, hash);
    if (row === undefined) return null;
    const { cuenta, ...invitacion } = row;
    return { ...invitacion, tieneCuenta: cuenta !== null };
  },
  accept: (hash, nowMs, usuarioId, audit) => transact(() => take(hash, nowMs, usuarioId, audit)),
  acceptNew: (hash, nowMs, { id, email, creadoMs }, clave, audit) =>
    transact(function* () {
      const [open] = yield* rows(FIND_INVITATION, hash);
      if (open === undefined) return null;
      if ((yield* run(INSERT_USER, id, email, creadoMs, clave)) === 0) return null;
      const taken = yield* take(hash, nowMs, id, audit);
      // Without the invitation there is no reason for the account either.
      if (taken === null) yield* send('DELETE FROM usuarios WHERE id = $1', id);
      return taken;
    }),
});

function* take(
  hash: string,
  nowMs: number,
  usuarioId: string,
  audit: Parameters<typeof writeAudit>[0],
): Work<string | null> {
  const [taken] = yield* rows<Taken>(TAKE, hash, nowMs, usuarioId);
  if (taken === undefined) return null;
  yield* addMiembro(usuarioId, taken, nowMs);
  const { restauranteId, rol } = taken;
  yield* writeAudit({ ...audit, restauranteId, detalle: { ...audit.detalle, rol } });
  return restauranteId;
}
