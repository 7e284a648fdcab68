import { RUTAS } from '../../../contract/rutas/rutas.ts';
import type { Store } from '../../../storage/port/store.ts';
import { joinBodies, ok } from '../../wire/answer.ts';
import { ApiError } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { readQuery } from '../query.ts';

/** `GET /carta`: the stored document. Id and slug are added here, so that a new slug shows at once. */
export const readCarta =
  ({ cuentas }: Pick<Store, 'cuentas'>): Handler =>
  async ({ llave, query }) => {
    const { solo_disponibles: onlyAvailable } = readQuery(query, RUTAS.leerCarta);
    const [found, document] = await Promise.all([
      cuentas.find(llave.restauranteId),
      cuentas.document(llave.restauranteId, onlyAvailable ? 'carta_disponible' : 'carta'),
    ]);
    if (found === null || document === null) {
      throw new ApiError('no_encontrado', 'El restaurante no tiene carta todavía.');
    }
    const { id, slug } = found.cuenta;
    const head = `{"restaurante_id":${JSON.stringify(id)},"restaurante_slug":${JSON.stringify(slug)},`;
    return ok(joinBodies(head, [document.subarray(1)], ''));
  };
