import { ALCANCES } from '../../contract/alcances.ts';
import type { Llave } from '../../storage/port/accounts.ts';
import type { ApiRequest, Handler, Route } from '../api/handler.ts';
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

export const asApiRequest = (request: OfRestaurant, body?: unknown): ApiRequest => {
  const { params, query, cuenta, entered } = request;
  return { llave: userKey(entered.usuario.email, cuenta.id), params, query, body };
};

/** The handler of a GET operation of the public API. */
export const apiHandler = (apiRoutes: readonly Route[], path: string): Handler => {
  const found = apiRoutes.find((route) => route.method === 'GET' && route.path === path);
  if (found === undefined) throw new Error(`the public API has no GET ${path}`);
  return found.handle;
};

const SHARED = /^\/(?:resumen|carta|zonas|webhooks(?:\/.*)?)$/;
/** They wait for a receiver, or for the DNS of its address. */
const SLOW = new Set(['POST /webhooks', 'PATCH /webhooks/{id}', 'POST /webhooks/{id}/prueba']);

/** The operations of the public API that the panel offers unchanged, below the restaurant. */
export const sharedRoutes = (apiRoutes: readonly Route[]): PanelRoute[] => {
  const { get, post, patch, remove } = routesFor('restaurante');
  const changes = { POST: post, PATCH: patch, DELETE: remove };
  return apiRoutes
    .filter(({ path }) => SHARED.test(path))
    .map(({ method, path: apiPath, body = null, handle }) => {
      const path = `/restaurantes/{rid}${apiPath}`;
      if (method === 'GET') return get(path, (request) => handle(asApiRequest(request)));
      const change = changes[method](path, body, (request, given) =>
        handle(asApiRequest(request, given)),
      );
      return { ...change, isSlow: SLOW.has(`${method} ${apiPath}`) };
    });
};
