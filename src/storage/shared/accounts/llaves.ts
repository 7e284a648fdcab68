import type { Alcance } from '../../../contract/alcances.ts';
import type { FoundLlave, Llave } from '../../port/accounts.ts';

const COLUMNS = `l.id, l.restaurante_id AS "restauranteId", l.nombre, l.etiqueta, l.alcances, l.pista,
  l.creador, l.creada_ms AS "creadaMs", l.expira_ms AS "expiraMs", l.revocada_ms AS "revocadaMs",
  l.ultimo_uso_ms AS "ultimoUsoMs"`;
const FIND = `
  SELECT ${COLUMNS}, r.activo FROM llaves l JOIN restaurantes r ON r.id = l.restaurante_id`;

export const LLAVES = {
  /** Of given values: two `INSERT … SELECT … FROM restaurantes` deadlock where both are reference tables of Citus. */
  insert: `
    INSERT INTO llaves (id, restaurante_id, hash, nombre, etiqueta, alcances, pista, creador,
                        creada_ms, expira_ms, revocada_ms, ultimo_uso_ms)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
  /** Of two that create a key at once, the second counts the first's. */
  lock: 'SELECT 1 AS found FROM registros WHERE restaurante_id = $1 FOR UPDATE',
  countActive: `
    SELECT count(*) AS activas FROM llaves
    WHERE restaurante_id = $1 AND revocada_ms IS NULL AND (expira_ms IS NULL OR expira_ms > $2)
      AND id <> $3`,
  get: `SELECT ${COLUMNS} FROM llaves l WHERE l.id = $1`,
  find: FIND,
  findByHash: `${FIND} WHERE l.hash = $1`,
  list: `SELECT ${COLUMNS} FROM llaves l ORDER BY l.creada_ms DESC, l.id DESC`,
  listOfRestaurant: `
    SELECT ${COLUMNS} FROM llaves l WHERE l.restaurante_id = $1
    ORDER BY l.creada_ms DESC, l.id DESC`,
  revoke: 'UPDATE llaves SET revocada_ms = $2 WHERE id = $1 AND revocada_ms IS NULL',
  expire: `
    UPDATE llaves SET expira_ms = CASE WHEN expira_ms < $2 THEN expira_ms ELSE $2 END
    WHERE id = $1 AND revocada_ms IS NULL`,
};

export type LlaveRow = Omit<Llave, 'alcances'> & { alcances: string };
/** SQLite stores a flag as 0 or 1. */
export type FoundLlaveRow = LlaveRow & { activo: boolean | number };

export const toLlave = ({ alcances, ...row }: LlaveRow): Llave => ({
  ...row,
  alcances: alcances.split(',') as Alcance[],
});

export const toFoundLlave = ({ activo, ...row }: FoundLlaveRow): FoundLlave => ({
  llave: toLlave(row),
  activo: Boolean(activo),
});

/** The parameters of `insert`. */
export const llaveValues = (llave: Llave, hash: string) => [
  llave.id,
  llave.restauranteId,
  hash,
  llave.nombre,
  llave.etiqueta,
  llave.alcances.join(','),
  llave.pista,
  llave.creador,
  llave.creadaMs,
  llave.expiraMs,
  llave.revocadaMs,
  llave.ultimoUsoMs,
];
