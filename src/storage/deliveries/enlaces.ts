import { DAY_MS } from '../../domain/time.ts';
import { audited, writeAudit } from '../accounts/auditoria.ts';
import { type Database, rows, type StoredFlag, send, type Work } from '../database.ts';
import { lockRestaurant } from '../log/head.ts';
import type { AuditEntry } from '../port/accounts.ts';
import {
  type ArchivoFijo,
  ENLACES_MAX,
  type Enlace,
  type EnlaceStore,
} from '../port/deliveries/enlaces.ts';

/** For this long, the address of a link that ended is answered as gone. */
const KEPT_MS = 400 * DAY_MS;

const COLUMNS = `e.id, e.restaurante_id AS "restauranteId", e.usuario_id AS "usuarioId", u.email AS creador, e.nombre,
  e.tabla, e.rango, e.fecha, e.estilo, e.archivo, e.pista, e.creado_ms AS "creadoMs", e.expira_ms AS "expiraMs",
  e.revocado_ms AS "revocadoMs", e.ultimo_uso_ms AS "ultimoUsoMs", e.usos`;
const FIND = `
  SELECT ${COLUMNS}, r.activo FROM enlaces e
  JOIN restaurantes r ON r.id = e.restaurante_id LEFT JOIN usuarios u ON u.id = e.usuario_id`;
const FIND_BY_HASH = `${FIND} WHERE e.hash = $1`;
const FIND_BY_IDS = `${FIND} WHERE e.id = ANY ($1::text[] COLLATE "C")`;
const LIST = `
  SELECT ${COLUMNS} FROM enlaces e LEFT JOIN usuarios u ON u.id = e.usuario_id
  WHERE e.restaurante_id = $1 AND e.archivo IS NULL ORDER BY e.creado_ms DESC, e.id DESC`;
/** Locks the user: a transaction that disables them waits, and then revokes the new link too. */
const LOCK_USER = 'SELECT id FROM usuarios WHERE id = $1 AND desactivado_ms IS NULL FOR UPDATE';
const FORGET_ENDED = `
  DELETE FROM enlaces WHERE restaurante_id = $1 AND coalesce(revocado_ms, expira_ms) < $2`;
const COUNT = `
  SELECT count(*) AS activos FROM enlaces
  WHERE restaurante_id = $1 AND archivo IS NULL AND revocado_ms IS NULL AND (expira_ms IS NULL OR expira_ms > $2)`;
const INSERT = `
  INSERT INTO enlaces (id, restaurante_id, usuario_id, hash, nombre, tabla, rango, fecha, estilo, archivo, pista,
    creado_ms, expira_ms, revocado_ms, ultimo_uso_ms, usos)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;
const REVOKE = `
  UPDATE enlaces SET revocado_ms = $3 WHERE restaurante_id = $1 AND id = $2 AND revocado_ms IS NULL`;
const REVOKE_OF_USER = `
  UPDATE enlaces SET revocado_ms = $3
  WHERE usuario_id = $1 AND coalesce($2, restaurante_id) = restaurante_id AND revocado_ms IS NULL
  RETURNING id, restaurante_id AS "restauranteId", nombre`;
const TOUCH = `
  UPDATE enlaces SET usos = usos + $2,
    ultimo_uso_ms = CASE WHEN coalesce(ultimo_uso_ms, 0) < $3 THEN $3 ELSE ultimo_uso_ms END
  WHERE id = $1`;

type EnlaceRow = Omit<Enlace, 'archivo'> & { archivo: string | null };
type FoundRow = EnlaceRow & { activo: StoredFlag };

const toEnlace = ({ archivo, ...row }: EnlaceRow): Enlace => ({
  ...row,
  archivo: archivo === null ? null : (JSON.parse(archivo) as ArchivoFijo),
});
const toFound = ({ activo, ...row }: FoundRow) => ({
  enlace: toEnlace(row),
  activo: Boolean(activo),
});

export const makeEnlaceStore = ({ all, transact }: Database): EnlaceStore => ({
  create: (enlace, hash, audit) =>
    transact(function* () {
      const { id, restauranteId, usuarioId, creadoMs } = enlace;
      if ((yield* rows(LOCK_USER, usuarioId)).length === 0) return 'no_user';
      if ((yield* lockRestaurant(restauranteId)) === null) return 'no_restaurant';
      yield* send(FORGET_ENDED, restauranteId, creadoMs - KEPT_MS);
      const [row] = yield* rows<{ activos: number }>(COUNT, restauranteId, creadoMs);
      if ((row?.activos ?? 0) >= ENLACES_MAX) return 'too_many';
      const { nombre, tabla, rango, fecha, estilo, archivo, pista } = enlace;
      const fixed = archivo && JSON.stringify(archivo);
      const what = [nombre, tabla, rango, fecha, estilo, fixed, pista];
      const { expiraMs, revocadoMs, ultimoUsoMs, usos } = enlace;
      const state = [creadoMs, expiraMs, revocadoMs, ultimoUsoMs, usos];
      yield* send(INSERT, id, restauranteId, usuarioId, hash, ...what, ...state);
      yield* writeAudit(audit);
      return 'created';
    }),
  async findByHash(hash) {
    const [row] = await all<FoundRow>(FIND_BY_HASH, hash);
    return row === undefined ? null : toFound(row);
  },
  async findByIds(ids) {
    const found = await all<FoundRow>(FIND_BY_IDS, ids);
    return new Map(found.map((row) => [row.id, toFound(row)]));
  },
  list: async (restauranteId) => (await all<EnlaceRow>(LIST, restauranteId)).map(toEnlace),
  revoke: (restauranteId, id, audit) =>
    transact(() => audited(audit, REVOKE, restauranteId, id, audit.momentoMs)),
  touch: (uses) =>
    transact(
      function* () {
        // Writes in id order: two processes that write the same rows must not deadlock.
        const ordered = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
        for (const [id, { count, lastMs }] of ordered) yield* send(TOUCH, id, count, lastMs);
      },
      { fsync: false },
    ),
});

/** Revokes the links of a user who is being shut out, of one restaurant or of all; `audit` is the entry for that. */
export function* revokeLinksOf(
  usuarioId: string,
  audit: AuditEntry,
  restauranteOnly: string | null = null,
): Work<void> {
  const revoked = yield* rows<Pick<Enlace, 'id' | 'restauranteId' | 'nombre'>>(
    REVOKE_OF_USER,
    usuarioId,
    restauranteOnly,
    audit.momentoMs,
  );
  for (const { id, restauranteId, nombre } of revoked) {
    const detalle = { nombre, motivo: audit.accion };
    yield* writeAudit({ ...audit, accion: 'enlace.revocado', objeto: id, restauranteId, detalle });
  }
}
