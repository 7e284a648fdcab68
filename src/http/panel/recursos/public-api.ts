import { OPERACIONES, type Operacion, RUTAS } from '../../../contract/rutas/rutas.ts';
import type { ApiRequest } from '../../api/handler.ts';
import type { PanelDeps } from '../deps.ts';
import { type OfRestaurant, type PanelRoute, routesFor } from '../route.ts';

/** `given`: the values of the operation's parameters, or its body. */
export const asApiRequest = (request: OfRestaurant, given?: unknown): ApiRequest => ({
  ...request,
  restauranteId: request.cuenta.id,
  query: given,
  body: given,
});

const SLOW = new Set<Operacion>([
  // They wait for a receiver, or for the DNS of its address.
  'crearWebhook',
  'cambiarWebhook',
  'probarWebhook',
  // A workbook is made in full before its first byte goes out.
  'exportarTabla',
]);
const OF_WEBHOOKS = OPERACIONES.filter((id) => RUTAS[id].tag === 'Webhooks');
const SHARED: Operacion[] = [
  ...OF_WEBHOOKS,
  'escucharEventos',
  'exportarTabla',
  'leerResumen',
  'leerCaja',
  'leerCarta',
  'listarZonas',
];

/** The operations of the public API that the panel offers unchanged, below the restaurant. */
export const sharedRoutes = ({ apiRoutes }: Pick<PanelDeps, 'apiRoutes'>): PanelRoute[] =>
  SHARED.map((id) => {
    const { method, path, query, body = null, handle } = apiRoutes[id];
    const { get, of } = routesFor('restaurante');
    const answer = (request: OfRestaurant, given: unknown) => handle(asApiRequest(request, given));
    const route = method === 'GET' ? get(path, query, answer) : of(method)(path, body, answer);
    return { ...route, isSlow: SLOW.has(id) };
  });
