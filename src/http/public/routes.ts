import type { Alcance } from '../../contract/alcances.ts';
import type { Store } from '../../storage/port.ts';
import type { Answer } from './answer.ts';
import type { Caller } from './auth.ts';
import { readRestaurante } from './restaurante.ts';

/** What a handler is given. */
export interface ApiRequest {
  llave: Caller['llave'];
  /** Values of the `{…}` parts of the path, decoded. */
  params: Readonly<Record<string, string>>;
  /** What follows `?`, as it came. */
  query: string;
}

export type Handler = (request: ApiRequest) => Promise<Answer>;

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api`, as the contract writes it: `/pedidos/{id}`. */
  path: string;
  alcance: Alcance;
  handle: Handler;
}

/** The public API, all of it: a route that is not here does not exist. */
export const makeRoutes = (store: Store): Route[] => [
  {
    method: 'GET',
    path: '/restaurante',
    alcance: 'restaurante.leer',
    handle: readRestaurante(store.cuentas),
  },
];
