import { ALCANCES } from '../../contract/alcances.ts';
import { OPERACIONES, type Operacion, RUTAS } from '../../contract/rutas/rutas.ts';
import type { Llave } from '../../storage/port/accounts.ts';
import type { ApiRequest } from '../api/handler.ts';
import type { PanelDeps } from './deps.ts';
import { type OfRestaurant, type PanelRoute, routesFor } from './route.ts';

// A user of the panel may do what a key with every scope may do, by the same handlers: the panel shows
// what integrators get.

/** A key that stands for a user; the audit names it by `id`. */
export const userKey = (id: string, restauranteId: string): Llave => ({
  id,
  restauranteId,
  nombre: id,
  etiqueta: 'live',
  alcances: [...ALCANCES],
  pista: '',
  creador: id,
  creadaMs: 0,
  expiraMs: null,
  revocadaMs: null,
  ultimoUsoMs: null,
});

export const asApiRequest = (request: OfRestaurant, body?: unknown): ApiRequest => ({
  ...request,
  body,
  llave: userKey(request.entered.usuario.email, request.cuenta.id),
});

/** Streams and exports see a session as a key whose id begins so: they are counted by that key, and end with it. */
export const SESSION_PREFIX = 'sesion:';

const asSessionRequest = (request: OfRestaurant): ApiRequest => ({
  ...asApiRequest(request),
  llave: userKey(SESSION_PREFIX + request.entered.sesion.hash, request.cuenta.id),
});

const LONG_LIVED = new Set<Operacion>(['escucharEventos', 'exportarTabla']);
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
  ...LONG_LIVED,
  ...(['leerResumen', 'leerCarta', 'listarZonas'] as const),
];

/** The operations of the public API that the panel offers unchanged, below the restaurant. */
export const sharedRoutes = ({ apiRoutes }: Pick<PanelDeps, 'apiRoutes'>): PanelRoute[] =>
  SHARED.map((id) => {
    const { method, path, body = null, handle } = apiRoutes[id];
    const toApiRequest = LONG_LIVED.has(id) ? asSessionRequest : asApiRequest;
    const routeOf = routesFor('restaurante').of(method);
    const route = routeOf(path, body, (request, given) => handle(toApiRequest(request, given)));
    return { ...route, isSlow: SLOW.has(id) };
  });
