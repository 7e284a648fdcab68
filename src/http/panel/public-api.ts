import { ALCANCES } from '../../contract/alcances.ts';
import type { Llave } from '../../storage/port/accounts.ts';
import type { ApiRequest, Handler, Route } from '../api/handler.ts';
import type { PanelDeps } from './deps.ts';
import type { OfRestaurant, PanelRoute } from './route.ts';

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

export const asApiRequest = (request: OfRestaurant, body?: unknown): ApiRequest => {
  const { params, query, cuenta, entered } = request;
  return { llave: userKey(entered.usuario.email, cuenta.id), params, query, body };
};

/** Streams and exports see a session as a key whose id begins so: they are counted by that key, and end with it. */
export const SESSION_PREFIX = 'sesion:';

const asSessionRequest = (request: OfRestaurant): ApiRequest => ({
  ...asApiRequest(request),
  llave: userKey(SESSION_PREFIX + request.entered.sesion.hash, request.cuenta.id),
  wire: request,
});

/** The handler of a GET operation of the public API. */
export const apiHandler = (apiRoutes: readonly Route[], path: string): Handler => {
  const found = apiRoutes.find((route) => route.method === 'GET' && route.path === path);
  if (found === undefined) throw new Error(`the public API has no GET ${path}`);
  return found.handle;
};

const EXPORT = '/exportacion/{tabla}';
const LONG_LIVED = ['/stream', EXPORT];
const SHARED = /^\/(?:resumen|carta|zonas|webhooks(?:\/.*)?)$/;
const SLOW = new Set([
  // They wait for a receiver, or for the DNS of its address.
  ...['POST /webhooks', 'PATCH /webhooks/{id}', 'POST /webhooks/{id}/prueba'],
  // A workbook is made in full before its first byte goes out.
  `GET ${EXPORT}`,
]);

/** The operations of the public API that the panel offers unchanged, below the restaurant. */
export const sharedRoutes = ({ apiRoutes }: Pick<PanelDeps, 'apiRoutes'>): PanelRoute[] =>
  apiRoutes
    .filter(({ path }) => SHARED.test(path) || LONG_LIVED.includes(path))
    .map(({ method, path, body = null, handle }) => {
      const toApiRequest = LONG_LIVED.includes(path) ? asSessionRequest : asApiRequest;
      return {
        method,
        path: `/restaurantes/{rid}${path}`,
        access: 'restaurante',
        body,
        isSlow: SLOW.has(`${method} ${path}`),
        handle: (request, given) => handle(toApiRequest(request as OfRestaurant, given)),
      };
    });
