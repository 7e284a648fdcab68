import type { IdSkew } from '../../../domain/log/id-skew.ts';
import type { LogPosition } from '../../port/log.ts';
import { type IdSkewRow, idSkewValues, toIdSkew } from '../../shared/id-skew.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';

/** The head of a restaurant's log. */
export interface Registro extends LogPosition {
  idSkew: IdSkew | null;
}

type RegistroRow = LogPosition & IdSkewRow;

const READ_POSITION =
  'SELECT log_tag AS "logTag", secuencia, version FROM registros WHERE restaurante_id = $1';
const READ_POSITIONS = `
  SELECT restaurante_id AS "restauranteId", log_tag AS "logTag", secuencia, version FROM registros
  WHERE restaurante_id = ANY ($1::text[] COLLATE "C")`;
const LOCK = `
  SELECT log_tag AS "logTag", secuencia, version, id_min, id_max, creado_min_ms, creado_max_ms, desorden_ms
  FROM registros WHERE restaurante_id = $1 FOR UPDATE`;

export const readPosition = async (
  session: Session,
  restauranteId: string,
): Promise<LogPosition | null> =>
  (await session.rows<LogPosition>(READ_POSITION, [restauranteId]))[0] ?? null;

export const readPositions = async (
  session: Session,
  restauranteIds: readonly string[],
): Promise<Map<string, LogPosition>> => {
  if (restauranteIds.length === 0) return new Map();
  type Row = LogPosition & { restauranteId: string };
  const rows = await session.rows<Row>(READ_POSITIONS, [textArray(restauranteIds)]);
  return new Map(rows.map(({ restauranteId, ...position }) => [restauranteId, position]));
};

/** Locks the restaurant's row: until the commit, no other transaction changes its orders. */
export const lockRegistro = async (
  transaction: Transaction,
  restauranteId: string,
): Promise<Registro | null> => {
  const [row] = await transaction.rows<RegistroRow>(LOCK, [restauranteId]);
  if (row === undefined) return null;
  const { logTag, secuencia, version } = row;
  return { logTag, secuencia, version, idSkew: toIdSkew(row) };
};

const WRITE = `
  UPDATE registros SET secuencia = $2, version = version + 1, id_min = $3, id_max = $4,
         creado_min_ms = $5, creado_max_ms = $6, desorden_ms = $7
  WHERE restaurante_id = $1`;

export const writeRegistro = (
  transaction: Transaction,
  restauranteId: string,
  secuencia: number,
  idSkew: IdSkew | null,
): void => transaction.send(WRITE, [restauranteId, secuencia, ...idSkewValues(idSkew)]);
