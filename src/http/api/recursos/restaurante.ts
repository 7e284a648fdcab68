import type { Store } from '../../../storage/port/store.ts';
import { ok } from '../../wire/answer.ts';
import { ApiError } from '../errors.ts';
import type { Handler } from '../handler.ts';

/** `GET /restaurante`: the profile as it was stored. */
export const readRestaurante =
  ({ cuentas }: Pick<Store, 'cuentas'>): Handler =>
  async ({ llave }) => {
    const found = await cuentas.find(llave.restauranteId);
    if (found === null) throw new ApiError('no_encontrado', 'No existe el restaurante.');
    return ok(found.perfil);
  };
