import { CLOSED_SHOWN } from './board.ts';
import { SESION } from './client.ts';
import { get, streamUrl } from './http.ts';
import { pathOf, type Resource, restKey, restPath } from './paths.ts';
import type { PedidoPantalla, Tablero } from './wire.ts';

/** Where a page's orders come from: a person's restaurant, or a screen of its own. */
export interface Feed {
  /** The key of everything that depends on orders, in the query cache. */
  key(...what: Resource): Resource;
  streamUrl(lastEventId: string | null): string;
  loadTablero(signal: AbortSignal): Promise<Tablero<PedidoPantalla>>;
  /** The query that checks access, to be repeated when the stream is cut; null: not now. */
  accessKey(isRefused: boolean): Resource | null;
}

export const restaurantFeed = (restauranteId: string): Feed => ({
  key: (...what) => restKey(restauranteId, ...what),
  streamUrl: (lastId) => streamUrl(restPath(restauranteId, 'stream'), lastId),
  loadTablero: (signal) =>
    get<Tablero>(restPath(restauranteId, 'tablero'), { cerrados: CLOSED_SHOWN }, signal),
  accessKey: (isRefused) => (isRefused ? SESION : null),
});

export const screenPath = (id: string, ...segments: string[]): string =>
  pathOf(['pantalla', id, ...segments]);
export const screenKey = (id: string, ...what: Resource): Resource => ['pantalla', id, ...what];

export const screenFeed = (id: string): Feed => ({
  key: (...what) => screenKey(id, ...what),
  streamUrl: (lastId) => streamUrl(screenPath(id, 'stream'), lastId),
  loadTablero: (signal) => get<Tablero<PedidoPantalla>>(screenPath(id, 'tablero'), {}, signal),
  // At every cut: a screen that was revoked goes dark at once, not with the next attempt.
  accessKey: () => screenKey(id),
});
