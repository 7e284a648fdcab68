import type { FoundPantalla, Pantalla } from '../../port/pantallas.ts';

const COLUMNS = `p.id, p.restaurante_id AS "restauranteId", p.usuario_id AS "usuarioId", u.email AS creador, p.nombre,
  p.clase, p.creada_ms AS "creadaMs", p.vista_ms AS "vistaMs"`;
const LIST = `SELECT ${COLUMNS} FROM pantallas p JOIN usuarios u ON u.id = p.usuario_id`;
const NEWEST_FIRST = 'ORDER BY p.creada_ms DESC, p.id DESC';

export const PANTALLAS = {
  /** A user who is being disabled waits, and then takes the new screen along. */
  lockUser: 'SELECT id FROM usuarios WHERE id = $1 AND desactivado_ms IS NULL FOR UPDATE',
  count: 'SELECT count(*) AS pantallas FROM pantallas WHERE restaurante_id = $1',
  /** Writes nothing when there is no such restaurant. */
  insert: `
    INSERT INTO pantallas (id, restaurante_id, usuario_id, hash, nombre, clase, creada_ms, vista_ms)
    SELECT $1, r.id, $3, $4, $5, $6, $7, $8 FROM restaurantes r WHERE r.id = $2`,
  find: `
    SELECT ${COLUMNS}, p.hash, r.activo FROM pantallas p
    JOIN usuarios u ON u.id = p.usuario_id JOIN restaurantes r ON r.id = p.restaurante_id`,
  list: `${LIST} ${NEWEST_FIRST}`,
  listOfRestaurant: `${LIST} WHERE p.restaurante_id = $1 ${NEWEST_FIRST}`,
  revoke: 'DELETE FROM pantallas WHERE id = $1',
  revokeOfUser: `
    DELETE FROM pantallas WHERE usuario_id = $1
    RETURNING id, restaurante_id AS "restauranteId", nombre`,
  touch: 'UPDATE pantallas SET vista_ms = $2 WHERE id = $1 AND coalesce(vista_ms, 0) < $2',
};

/** SQLite stores a flag as 0 or 1. */
export type FoundPantallaRow = Pantalla & { hash: string; activo: boolean | number };

export const toFoundPantalla = ({
  hash,
  activo,
  ...pantalla
}: FoundPantallaRow): FoundPantalla => ({
  ...{ pantalla, hash },
  activo: Boolean(activo),
});
