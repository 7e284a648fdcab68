import type { LogPosition } from '../../port/log.ts';
import {
  POSITION_COLUMNS,
  READ_POSITION,
  REGISTRO_COLUMNS,
  type Registro,
  type RegistroRow,
  toRegistro,
} from '../../shared/registro.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';

const READ_POSITIONS = `
  SELECT restaurante_id AS "restauranteId", ${POSITION_COLUMNS} FROM registros
  WHERE restaurante_id = ANY ($1::text[] COLLATE "C")`;
const LOCK = `SELECT ${REGISTRO_COLUMNS} FROM registros WHERE restaurante_id = $1 FOR UPDATE`;

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
  return row === undefined ? null : toRegistro(row);
};
