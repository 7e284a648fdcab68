import { ALCANCES } from '../../contract/alcances.ts';
import type { CuentaStore, Llave } from '../../storage/port/accounts.ts';
import type { ApiRequest, Route } from '../api/routes.ts';
import { notFound } from './errors.ts';
import { cuentaView } from './recursos/cuentas.ts';
import { json, type OfRestaurant, type PanelRoute, routesFor } from './route.ts';

/**
 * A user of the panel does what a key with every scope may do, by the same handlers: what the panel
 * shows is what integrators get. The audit names the person.
 */
const asLlave = ({ cuenta, entered: { usuario } }: OfRestaurant): Llave => ({
  id: usuario.email,
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

export const asApiRequest = (request: OfRestaurant, body?: unknown): ApiRequest => {
  const { params, query } = request;
  return { llave: asLlave(request), params, query, body };
};

/** Operations of the public API that the panel offers as they are, below the restaurant. */
const SHARED = /^\/(?:resumen|carta|zonas|webhooks(?:\/.*)?)$/;

export const readRoutes = (
  apiRoutes: readonly Route[],
  cuentas: Pick<CuentaStore, 'find'>,
): PanelRoute[] => {
  const { get, post, remove } = routesFor('restaurante');

  const shared = ({ method, path, body, handle }: Route): PanelRoute => {
    const place = `/restaurantes/{rid}${path}`;
    if (method === 'GET') return get(place, (request) => handle(asApiRequest(request)));
    const change = method === 'POST' ? post : remove;
    return change(place, body ?? null, (request, given) => handle(asApiRequest(request, given)));
  };

  return [
    ...apiRoutes.filter(({ path }) => SHARED.test(path)).map(shared),
    get('/restaurantes/{rid}/perfil', async ({ cuenta }) => {
      const found = await cuentas.find(cuenta.id);
      if (found === null) throw notFound('No existe el restaurante.');
      const restaurante: unknown = JSON.parse(Buffer.from(found.perfil).toString());
      return json({ restaurante, cuenta: cuentaView(found.cuenta) });
    }),
  ];
};

/** The operation of the public API behind a path. */
export const routeOf = (apiRoutes: readonly Route[], path: string): Route => {
  const found = apiRoutes.find((route) => route.method === 'GET' && route.path === path);
  if (found === undefined) throw new Error(`the public API has no GET ${path}`);
  return found;
};
