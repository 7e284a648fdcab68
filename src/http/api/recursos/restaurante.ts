import type { CuentaStore } from '../../../storage/port/accounts.ts';
import type { Store } from '../../../storage/port/store.ts';
import { ok } from '../../answer/answer.ts';
import { ApiError } from '../errors.ts';
import type { Handlers } from '../handler.ts';

export const requireCuenta = async (cuentas: Pick<CuentaStore, 'find'>, restauranteId: string) => {
  const found = await cuentas.find(restauranteId);
  if (found === null) throw new ApiError('no_encontrado', 'No existe el restaurante.');
  return found;
};

/** `GET /restaurante`: the profile as it was stored. */
export const readRestaurante =
  ({ cuentas }: Pick<Store, 'cuentas'>): Handlers['leerRestaurante'] =>
  async ({ restauranteId }) =>
    ok((await requireCuenta(cuentas, restauranteId)).perfil);
