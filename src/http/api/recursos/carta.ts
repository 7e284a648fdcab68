import { RUTAS } from '../../../contract/rutas/rutas.ts';
import type { Store } from '../../../storage/port/store.ts';
import { ok } from '../../wire/answer.ts';
import { joinBodies } from '../../wire/bodies.ts';
import { ApiError } from '../errors.ts';
import { parseQuery, readBoolean } from '../query.ts';
import type { Handler } from '../routes.ts';

/**
 * `GET /carta`: the stored document behind the name of its restaurant, which is kept apart so that a
 * new slug shows at once.
 */
export const readCarta =
  ({ cuentas }: Pick<Store, 'cuentas'>): Handler =>
  async ({ llave, query }) => {
    const onlyAvailable = readBoolean(parseQuery(query, RUTAS.leerCarta), 'solo_disponibles');
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

/** `GET /zonas` */
export const readZonas =
  ({ cuentas }: Pick<Store, 'cuentas'>): Handler =>
  async ({ llave }) => {
    const document = await cuentas.document(llave.restauranteId, 'zonas');
    return ok(joinBodies('{"datos":', [document ?? Buffer.from('[]')], '}'));
  };
