import type { IdSkew } from '../../domain/log/id-skew.ts';
import type { LogPosition } from '../port/log.ts';

/** The head of a restaurant's log. */
export interface Registro extends LogPosition {
  /** Null before the first order. */
  idSkew: IdSkew | null;
}

export type RegistroRow = LogPosition & {
  id_min: string | null;
  id_max: string | null;
  creado_min_ms: number | null;
  creado_max_ms: number | null;
  desorden_ms: number;
};

export const POSITION_COLUMNS = 'log_tag AS "logTag", secuencia, version';
export const REGISTRO_COLUMNS = `${POSITION_COLUMNS}, id_min, id_max, creado_min_ms, creado_max_ms, desorden_ms`;

export const READ_POSITION = `SELECT ${POSITION_COLUMNS} FROM registros WHERE restaurante_id = $1`;
/** Its parameters are `registroValues`. */
export const WRITE_REGISTRO = `
  UPDATE registros SET secuencia = $2, version = version + 1, id_min = $3, id_max = $4,
         creado_min_ms = $5, creado_max_ms = $6, desorden_ms = $7
  WHERE restaurante_id = $1`;

export const registroValues = (restauranteId: string, secuencia: number, idSkew: IdSkew | null) => [
  restauranteId,
  secuencia,
  idSkew?.idMin ?? null,
  idSkew?.idMax ?? null,
  idSkew?.creadoMinMs ?? null,
  idSkew?.creadoMaxMs ?? null,
  idSkew?.skewMs ?? 0,
];

export const toRegistro = (row: RegistroRow): Registro => {
  const { logTag, secuencia, version } = row;
  return { logTag, secuencia, version, idSkew: toIdSkew(row) };
};

const toIdSkew = (row: RegistroRow): IdSkew | null => {
  const { id_min, id_max, creado_min_ms, creado_max_ms, desorden_ms } = row;
  if (id_min === null || id_max === null || creado_min_ms === null || creado_max_ms === null) {
    return null;
  }
  return {
    idMin: id_min,
    idMax: id_max,
    creadoMinMs: creado_min_ms,
    creadoMaxMs: creado_max_ms,
    skewMs: desorden_ms,
  };
};
