import { estadoLlave } from '../../../../admin/llaves.ts';
import type * as Panel from '../../../../contract/panel.ts';
import type { Carta } from '../../../../contract/recursos/carta.ts';
import type { Restaurante } from '../../../../contract/recursos/restaurante.ts';
import { parseBody } from '../../../../storage/port/body.ts';
import type { Store } from '../../../../storage/port/store.ts';

/** What a restaurant without orders has so far. */
export const readPrimerosPasos = async (
  { cuentas, llaves, webhooks }: Pick<Store, 'cuentas' | 'llaves' | 'webhooks'>,
  { id: restauranteId, horario, ubicacion }: Restaurante,
  nowMs: number,
): Promise<Panel.PrimerosPasos> => {
  const [carta, keys, hooks] = await Promise.all([
    cuentas.document(restauranteId, 'carta'),
    llaves.list(restauranteId),
    webhooks.list(restauranteId),
  ]);
  return {
    perfil: Object.keys(horario).length > 0 && ubicacion.direccion !== '',
    carta: carta !== null && parseBody<Carta>(carta).categorias.length > 0,
    llave: keys.some((llave) => estadoLlave(llave, nowMs) === 'active'),
    webhook: hooks.length > 0,
  };
};
