import type { Clock } from '../../clock.ts';
import { ALCANCES } from '../../contract/alcances.ts';
import type { Llave, Store } from '../../storage/port.ts';
import { readCarta, readZonas } from '../public/carta.ts';
import { readPedido } from '../public/pedidos.ts';
import { readResumen } from '../public/resumen.ts';
import type { Handler } from '../public/routes.ts';
import { cuentaView } from './cuentas.ts';
import { notFound } from './errors.ts';
import { json, type OfRestaurant, type PanelRoute, routesFor } from './route.ts';

/**
 * A user of the panel reads what a key with every scope would read, by the same handlers: what the
 * panel shows is what integrators get.
 */
export const asLlave = ({ cuenta, entered: { usuario } }: OfRestaurant): Llave => ({
  id: usuario.id,
  restauranteId: cuenta.id,
  nombre: usuario.email,
  etiqueta: 'live',
  alcances: [...ALCANCES],
  pista: '',
  creador: usuario.email,
  creadaMs: usuario.creadoMs,
  expiraMs: null,
  revocadaMs: null,
  ultimoUsoMs: null,
});

export const readRoutes = (
  store: Pick<Store, 'pedidos' | 'cuentas'>,
  clock: Clock,
): PanelRoute[] => {
  const { get } = routesFor('restaurante');
  const same = (path: string, handle: Handler): PanelRoute =>
    get(`/restaurantes/{rid}${path}`, (request) => {
      const { params, query } = request;
      return handle({ llave: asLlave(request), params, query, body: undefined });
    });

  return [
    same('/resumen', readResumen(store, clock)),
    same('/pedidos/{id}/json', readPedido(store)),
    same('/carta', readCarta(store)),
    same('/zonas', readZonas(store)),
    get('/restaurantes/{rid}/perfil', async ({ cuenta }) => {
      const found = await store.cuentas.find(cuenta.id);
      if (found === null) throw notFound('No existe el restaurante.');
      const restaurante: unknown = JSON.parse(Buffer.from(found.perfil).toString());
      return json({ restaurante, cuenta: cuentaView(found.cuenta) });
    }),
  ];
};
