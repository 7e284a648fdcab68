import { audited, writeAudit } from '../accounts/auditoria.ts';
import { type Database, rows, type StoredFlag, send, type Work } from '../database.ts';
import { lockRestaurant } from '../log/head.ts';
import type { AuditEntry } from '../port/accounts.ts';
import { PANTALLAS_MAX, type Pantalla, type PantallaStore } from '../port/pantallas.ts';

const COLUMNS = `p.id, p.restaurante_id AS "restauranteId", p.usuario_id AS "usuarioId", u.email AS creador, p.nombre,
  p.clase, p.creada_ms AS "creadaMs", p.vista_ms AS "vistaMs"`;
/** Locks the user: a transaction that disables them waits, and then revokes the new screen too. */
const LOCK_USER = 'SELECT id FROM usuarios WHERE id = $1 AND desactivado_ms IS NULL FOR UPDATE';
const COUNT = 'SELECT count(*) AS pantallas FROM pantallas WHERE restaurante_id = $1';
const INSERT = `
  INSERT INTO pantallas (id, restaurante_id, usuario_id, hash, nombre, clase, creada_ms, vista_ms)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
const FIND_BY_IDS = `
  SELECT ${COLUMNS}, p.hash, r.activo FROM pantallas p
  JOIN usuarios u ON u.id = p.usuario_id JOIN restaurantes r ON r.id = p.restaurante_id
  WHERE p.id = ANY ($1::text[] COLLATE "C")`;
const SELECT = `SELECT ${COLUMNS} FROM pantallas p JOIN usuarios u ON u.id = p.usuario_id`;
const NEWEST_FIRST = 'ORDER BY p.creada_ms DESC, p.id DESC';
const LIST = `${SELECT} ${NEWEST_FIRST}`;
const LIST_OF_RESTAURANT = `${SELECT} WHERE p.restaurante_id = $1 ${NEWEST_FIRST}`;
const REVOKE = 'DELETE FROM pantallas WHERE id = $1';
const REVOKE_OF_USER = `
  DELETE FROM pantallas WHERE usuario_id = $1 AND coalesce($2, restaurante_id) = restaurante_id
  RETURNING id, restaurante_id AS "restauranteId", nombre`;
const TOUCH = 'UPDATE pantallas SET vista_ms = $2 WHERE id = $1 AND coalesce(vista_ms, 0) < $2';

type FoundPantallaRow = Pantalla & { hash: string; activo: StoredFlag };

export const makePantallaStore = ({ all, transact }: Database): PantallaStore => ({
  create: (pantalla, hash, audit) =>
    transact(function* () {
      const { id, restauranteId, usuarioId, nombre, clase, creadaMs, vistaMs } = pantalla;
      if ((yield* rows(LOCK_USER, usuarioId)).length === 0) return 'no_user';
      if ((yield* lockRestaurant(restauranteId)) === null) return 'no_restaurant';
      const [row] = yield* rows<{ pantallas: number }>(COUNT, restauranteId);
      if ((row?.pantallas ?? 0) >= PANTALLAS_MAX) return 'too_many';
      yield* send(INSERT, id, restauranteId, usuarioId, hash, nombre, clase, creadaMs, vistaMs);
      yield* writeAudit(audit);
      return 'created';
    }),
  async find(ids) {
    const found = await all<FoundPantallaRow>(FIND_BY_IDS, ids);
    return new Map(
      found.map(({ hash, activo, ...pantalla }) => [
        pantalla.id,
        { pantalla, hash, activo: Boolean(activo) },
      ]),
    );
  },
  list: (restauranteId) =>
    restauranteId === null ? all<Pantalla>(LIST) : all<Pantalla>(LIST_OF_RESTAURANT, restauranteId),
  revoke: (id, audit) => transact(() => audited(audit, REVOKE, id)),
  touch: (seen) =>
    transact(function* () {
      // Writes in id order: two processes that write the same rows must not deadlock.
      for (const [id, atMs] of [...seen].sort(([a], [b]) => (a < b ? -1 : 1))) {
        yield* send(TOUCH, id, atMs);
      }
    }),
});

/** Revokes the screens of a user who is being shut out, of one restaurant or of all; `audit` is the entry for that. */
export function* revokeScreensOf(
  usuarioId: string,
  audit: AuditEntry,
  restauranteOnly: string | null = null,
): Work<void> {
  const revoked = yield* rows<Pick<Pantalla, 'id' | 'restauranteId' | 'nombre'>>(
    REVOKE_OF_USER,
    usuarioId,
    restauranteOnly,
  );
  for (const { id, restauranteId, nombre } of revoked) {
    const detalle = { nombre, motivo: audit.accion };
    yield* writeAudit({
      ...audit,
      accion: 'pantalla.revocada',
      objeto: id,
      restauranteId,
      detalle,
    });
  }
}
