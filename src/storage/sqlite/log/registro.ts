import type { Cuenta } from '../../../domain/log/batch.ts';
import { CUENTA_COLUMNS, type CuentaRow, toCuenta } from '../../accounts/cuentas.ts';
import type { LogPosition } from '../../port/log.ts';
import {
  READ_POSITION,
  REGISTRO_COLUMNS,
  type Registro,
  type RegistroRow,
  toRegistro,
} from '../../shared/registro.ts';
import type { Connection } from '../driver/connection.ts';

const READ = `
  SELECT ${CUENTA_COLUMNS}, ${REGISTRO_COLUMNS}
  FROM restaurantes JOIN registros ON restaurante_id = id WHERE id = ?`;

export const readPosition = ({ get }: Connection, restauranteId: string): LogPosition | null =>
  get<LogPosition>(READ_POSITION, restauranteId) ?? null;

/** The head of a restaurant's log, with the account it belongs to. */
export const readRegistro = (
  { get }: Connection,
  restauranteId: string,
): (Registro & { cuenta: Cuenta }) | null => {
  const row = get<RegistroRow & CuentaRow>(READ, restauranteId);
  return row === undefined ? null : { ...toRegistro(row), cuenta: toCuenta(row) };
};
