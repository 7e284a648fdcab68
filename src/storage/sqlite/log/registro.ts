import type { Cuenta } from '../../../domain/log/batch.ts';
import type { IdSkew } from '../../../domain/log/id-skew.ts';
import { type CuentaRow, toCuenta } from '../../accounts/cuentas.ts';
import type { LogPosition } from '../../port/log.ts';
import { type IdSkewRow, idSkewValues, toIdSkew } from '../../shared/id-skew.ts';
import type { Connection } from '../driver/connection.ts';

/** The head of a restaurant's log, with the account it belongs to. */
export interface Registro extends LogPosition {
  cuenta: Cuenta;
  idSkew: IdSkew | null;
}

type RegistroRow = LogPosition & IdSkewRow & CuentaRow;

const READ_POSITION =
  'SELECT log_tag AS logTag, secuencia, version FROM registros WHERE restaurante_id = ?';
const READ = `
  SELECT r.id, r.slug, r.nombre, r.zona_horaria, r.activo, r.ingesta, r.corte, g.log_tag AS logTag,
         g.secuencia, g.version, g.id_min, g.id_max, g.creado_min_ms, g.creado_max_ms, g.desorden_ms
  FROM restaurantes r JOIN registros g ON g.restaurante_id = r.id
  WHERE r.id = ?`;

export const readPosition = ({ get }: Connection, restauranteId: string): LogPosition | null =>
  get<LogPosition>(READ_POSITION, restauranteId) ?? null;

export const readRegistro = (connection: Connection, restauranteId: string): Registro | null => {
  const row = connection.get<RegistroRow>(READ, restauranteId);
  if (row === undefined) return null;
  const { logTag, secuencia, version } = row;
  return { cuenta: toCuenta(row), logTag, secuencia, version, idSkew: toIdSkew(row) };
};

const WRITE = `
  UPDATE registros SET secuencia = ?, version = version + 1, id_min = ?, id_max = ?,
         creado_min_ms = ?, creado_max_ms = ?, desorden_ms = ?
  WHERE restaurante_id = ?`;

export const writeRegistro = (
  connection: Connection,
  restauranteId: string,
  secuencia: number,
  idSkew: IdSkew | null,
): void => {
  connection.run(WRITE, secuencia, ...idSkewValues(idSkew), restauranteId);
};
