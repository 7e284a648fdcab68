import { OPERACIONES, type Operacion, RUTAS } from '../../../contract/rutas/rutas.ts';
import type { ApiRequest } from '../../api/handler.ts';
import type { PanelDeps } from '../deps.ts';
import { type OfRestaurant, type PanelRoute, type RightOf, routesFor } from '../route.ts';
import { tellOfIntegrator } from '../tell-owners.ts';

/** A page has to notice within ten seconds that its line is dead. */
export const PANEL_PING_MS = 4_000;

/** `given`: the values of the operation's parameters, or its body. */
export const asApiRequest = (request: OfRestaurant, given?: unknown): ApiRequest => ({
  ...request,
  restauranteId: request.cuenta.id,
  query: given,
  body: given,
  pingMs: PANEL_PING_MS,
});

const SLOW = new Set<Operacion>([
  // They wait for a receiver, or for the DNS of its address.
  'crearWebhook',
  'cambiarWebhook',
  'probarWebhook',
]);
const OF_WEBHOOKS = OPERACIONES.filter((id) => RUTAS[id].tag === 'Webhooks');
const SHARED = new Map<Operacion, RightOf>([
  ...OF_WEBHOOKS.map((id) => [id, 'webhooks'] as const),
  ['escucharEventos', 'pedidos'],
  ['leerResumen', 'cifras'],
  ['leerCaja', 'caja'],
  ['listarCierres', 'caja'],
  ['leerCierre', 'caja'],
  ['listarCambiosCierre', 'caja'],
  ['leerCarta', 'carta'],
  ['listarZonas', 'carta'],
]);

/** These decide where orders are sent. */
const LEADS_OUT = new Set<Operacion>(['crearWebhook', 'cambiarWebhook']);

/** The operations of the public API that the panel offers unchanged, below the restaurant. */
export const sharedRoutes = ({ apiRoutes, personas }: PanelDeps): PanelRoute[] =>
  [...SHARED].map(([id, right]) => {
    const { method, path, query, body = null, handle } = apiRoutes[id];
    const { get, of } = routesFor('restaurante', right);
    const answer = async (request: OfRestaurant, given: unknown) => {
      const answered = await handle(asApiRequest(request, given));
      if (LEADS_OUT.has(id)) await tellOfIntegrator(personas, request, 'o cambiado un webhook');
      return answered;
    };
    const route = method === 'GET' ? get(path, query, answer) : of(method)(path, body, answer);
    return { ...route, isSlow: SLOW.has(id) };
  });
