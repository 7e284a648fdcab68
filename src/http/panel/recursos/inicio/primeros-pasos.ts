import type * as Panel from '../../../../contract/panel.ts';
import type { Carta } from '../../../../contract/recursos/carta.ts';
import type { Restaurante } from '../../../../contract/recursos/restaurante.ts';
import { estadoLlave } from '../../../../domain/llave.ts';
import { parseBody } from '../../../../storage/port/body.ts';
import type { Store } from '../../../../storage/port/store.ts';
import { requireCuenta } from '../../../api/recursos/restaurante.ts';

/** The first steps that a restaurant without orders has taken. */
export const readPrimerosPasos = async (
  { cuentas, llaves, webhooks }: Pick<Store, 'cuentas' | 'llaves' | 'webhooks'>,
  restauranteId: string,
  nowMs: number,
): Promise<Panel.PrimerosPasos> => {
  const [{ perfil }, carta, keys, hooks] = await Promise.all([
    requireCuenta(cuentas, restauranteId),
    cuentas.document(restauranteId, 'carta'),
    llaves.list(restauranteId),
    webhooks.list(restauranteId),
  ]);
  const { horario, ubicacion } = parseBody<Restaurante>(perfil);
  return {
    perfil: Object.keys(horario).length > 0 && ubicacion.direccion !== '',
    carta: carta !== null && parseBody<Carta>(carta).categorias.length > 0,
    llave: keys.some((llave) => estadoLlave(llave, nowMs) === 'activa'),
    webhook: hooks.length > 0,
  };
};
