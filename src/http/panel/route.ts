import type Type from 'typebox';
import type { Visitor } from '../../admin/sesiones.ts';
import type { Ruta } from '../../contract/rutas/ruta.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import type { Wire } from '../api/handler.ts';
import type { ScreenPrincipal, SessionPrincipal } from '../principal.ts';
import type { Answer } from '../wire/answer.ts';

export interface PanelRequest extends Wire {
  /** Values of the `{…}` parts of the path, decoded. */
  params: Readonly<Record<string, string>>;
  query: string;
  visitor: Visitor;
  /** Whether the browser reaches us over https. */
  isSecure: boolean;
  principal: SessionPrincipal | ScreenPrincipal | null;
}

/** A request that needs no session, and may have one. */
export type OfAnyone = PanelRequest & { principal: SessionPrincipal | null };
export type SignedIn = PanelRequest & { principal: SessionPrincipal };
export type OfRestaurant = SignedIn & { cuenta: Cuenta };
type OfScreen = PanelRequest & { principal: ScreenPrincipal; cuenta: Cuenta };

/**
 * The request that a handler receives, by who may call its route. `restaurante`: a user who may see `{rid}`; `pantalla`: the
 * screen `{id}`.
 */
interface RequestOf {
  anyone: OfAnyone;
  user: SignedIn;
  restaurante: OfRestaurant;
  operator: SignedIn;
  pantalla: OfScreen;
}

export interface PanelRoute {
  method: Ruta['method'];
  /** Below `/panel/api`. */
  path: string;
  access: keyof RequestOf;
  body: Type.TSchema | null;
  /** Whether it may wait for seconds, on a webhook's receiver for instance: it must not hold up the restaurant's pages. */
  isSlow?: boolean;
  handle(request: PanelRequest, body: unknown): Promise<Answer>;
}

/** Where the routes of a restaurant and of a screen are. */
const BELOW: Partial<Record<keyof RequestOf, string>> = {
  restaurante: '/restaurantes/{rid}',
  pantalla: '/pantalla/{id}',
};

/** Makes the routes that have the same `access`; `path` is the part below that of their restaurant or screen. */
export const routesFor = <A extends keyof RequestOf>(access: A) => {
  const routeOf =
    (method: PanelRoute['method']) =>
    <B extends Type.TSchema>(
      path: string,
      body: B | null,
      handle: (request: RequestOf[A], body: Type.Static<B>) => Promise<Answer>,
    ): PanelRoute => ({
      method,
      path: `${BELOW[access] ?? ''}${path}`,
      access,
      body,
      // The plugin provides what `access` promises before it calls a handler.
      handle: handle as PanelRoute['handle'],
    });
  const get = routeOf('GET');
  return {
    of: routeOf,
    get: (path: string, handle: (request: RequestOf[A]) => Promise<Answer>) =>
      get(path, null, handle),
    post: routeOf('POST'),
    remove: routeOf('DELETE'),
  };
};
