import { estadoLlave } from '../../../../admin/llaves.ts';
import type * as Panel from '../../../../contract/panel.ts';
import type { Carta } from '../../../../contract/recursos/carta.ts';
import type { Restaurante } from '../../../../contract/recursos/restaurante.ts';
import type { Store } from '../../../../storage/port/store.ts';

/** What a restaurant without orders has so far; null once it has sold something. */
export const readPrimerosPasos = async (
  {
    pedidos,
    cuentas,
    llaves,
    webhooks,
  }: Pick<Store, 'pedidos' | 'cuentas' | 'llaves' | 'webhooks'>,
  { id: restauranteId, horario, ubicacion }: Restaurante,
  nowMs: number,
): Promise<Panel.PrimerosPasos | null> => {
  const any = { estados: [], tipo: null, desdeMs: null, hastaMs: null };
  if ((await pedidos.count({ restauranteId, ...any })) > 0) return null;
  const [carta, keys, hooks] = await Promise.all([
    cuentas.document(restauranteId, 'carta'),
    llaves.list(restauranteId),
    webhooks.list(restauranteId),
  ]);
  const { categorias } = JSON.parse(
    carta === null ? '{"categorias":[]}' : Buffer.from(carta).toString(),
  ) as Pick<Carta, 'categorias'>;
  return {
    perfil: Object.keys(horario).length > 0 && ubicacion.direccion !== '',
    carta: categorias.length > 0,
    llave: keys.some((llave) => estadoLlave(llave, nowMs) === 'active'),
    webhook: hooks.length > 0,
  };
};
