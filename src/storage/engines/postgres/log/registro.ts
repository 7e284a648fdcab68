import { POSITION_COLUMNS, READ_POSITION } from '../../../log/registro.ts';
import type { LogPosition } from '../../../port/log.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';

const READ_POSITIONS = `
  SELECT restaurante_id AS "restauranteId", ${POSITION_COLUMNS} FROM registros
  WHERE restaurante_id = ANY ($1::text[] COLLATE "C")`;

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
