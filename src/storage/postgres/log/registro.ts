import type { IdSkew } from '../../../domain/log/id-skew.ts';
import type { LogPosition } from '../../port/log.ts';
import { type IdSkewRow, toIdSkew } from '../../shared/id-skew.ts';
import { textArray } from '../driver/arrays.ts';
import type { Session } from '../driver/connection.ts';
import type { Transaction } from '../driver/transaction.ts';

/** The head of a restaurant's log. */
export interface Registro extends LogPosition {
  idSkew: IdSkew | null;
}

type RegistroRow = IdSkewRow & {
  log_tag: string;
  secuencia: number;
  version: number;
};

const READ = `
  SELECT log_tag, secuencia, version, id_min, id_max, creado_min_ms, creado_max_ms, desorden_ms
  FROM registros WHERE restaurante_id = $1`;
const LOCK = `${READ} FOR UPDATE`;

const READ_MANY = `
  SELECT restaurante_id, log_tag, secuencia, version FROM registros
  WHERE restaurante_id = ANY ($1::text[] COLLATE "C")`;
type PositionRow = Pick<RegistroRow, 'log_tag' | 'secuencia' | 'version'> & {
  restaurante_id: string;
};

export const readRegistro = async (
  session: Session,
  restauranteId: string,
): Promise<Registro | null> => {
  const [row] = await session.rows<RegistroRow>(READ, [restauranteId]);
  return row === undefined ? null : toRegistro(row);
};

export const readPositions = async (
  session: Session,
  restauranteIds: readonly string[],
): Promise<Map<string, LogPosition>> => {
  if (restauranteIds.length === 0) return new Map();
  const rows = await session.rows<PositionRow>(READ_MANY, [textArray(restauranteIds)]);
  return new Map(
    rows.map(({ restaurante_id, log_tag: logTag, secuencia, version }) => [
      restaurante_id,
      { secuencia, logTag, version },
    ]),
  );
};

/** Locks the restaurant's row: until the commit, no other transaction changes its orders. */
export const lockRegistro = async (
  transaction: Transaction,
  restauranteId: string,
): Promise<Registro | null> => {
  const [row] = await transaction.rows<RegistroRow>(LOCK, [restauranteId]);
  return row === undefined ? null : toRegistro(row);
};

const toRegistro = (row: RegistroRow): Registro => ({
  logTag: row.log_tag,
  secuencia: row.secuencia,
  version: row.version,
  idSkew: toIdSkew(row),
});

const WRITE = `
  UPDATE registros SET secuencia = $2, version = version + 1, id_min = $3, id_max = $4,
         creado_min_ms = $5, creado_max_ms = $6, desorden_ms = $7
  WHERE restaurante_id = $1`;

export const writeRegistro = (
  transaction: Transaction,
  restauranteId: string,
  secuencia: number,
  idSkew: IdSkew | null,
): void =>
  transaction.send(WRITE, [
    restauranteId,
    secuencia,
    idSkew?.idMin ?? null,
    idSkew?.idMax ?? null,
    idSkew?.creadoMinMs ?? null,
    idSkew?.creadoMaxMs ?? null,
    idSkew?.skewMs ?? 0,
  ]);
