import type { FastifyRequest } from 'fastify';
import type Type from 'typebox';
import type { Visitor } from '../../admin/sesiones.ts';
import type { Right } from '../../contract/roles.ts';
import type { Parameters, Ruta, Values } from '../../contract/rutas/ruta.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import type { Answer } from '../answer/answer.ts';
import type { Wire } from '../api/handler.ts';
import type { ScreenPrincipal, SessionPrincipal } from '../principal.ts';
import type { SetCookie } from './cookie.ts';

export interface PanelRequest extends Wire {
  /** Values of the path's parameters, decoded. */
  params: Readonly<Record<string, string>>;
  /** The query string, still encoded. */
  search: string;
  cookies: FastifyRequest['cookies'];
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
 * The request that a handler receives, by who may call its route. `restaurante`: a user with the route's right in `{rid}`;
 * `pantalla`: the screen `{id}`.
 */
interface RequestOf {
  anyone: OfAnyone;
  user: SignedIn;
  restaurante: OfRestaurant;
  operator: SignedIn;
  pantalla: OfScreen;
}

export type Access = keyof RequestOf;

/** A person needs this right in the restaurant; a path that stands for several things needs another for each. */
export type RightOf = Right | ((params: PanelRequest['params']) => Right);

export type PanelAnswer = Answer & { cookies?: readonly SetCookie[] };

export interface PanelRoute {
  method: Ruta['method'];
  /** Below `/panel/api`. */
  path: string;
  access: Access;
  /** Null where no restaurant is at stake. */
  right: RightOf | null;
  query: Parameters | null;
  body: Type.TSchema | null;
  /** Whether it may wait for seconds, on a webhook's receiver for instance: it must not hold up the restaurant's pages. */
  isSlow?: boolean;
  /** `given`: the values of the query, or the body. */
  handle(request: PanelRequest, given: unknown): Promise<PanelAnswer>;
}

/** Where the routes of a restaurant and of a screen are. */
const BELOW: Partial<Record<Access, string>> = {
  restaurante: '/restaurantes/{rid}',
  pantalla: '/pantalla/{id}',
};

/** A route of a restaurant does not compile without its right. */
type RightFor<A extends Access> = A extends 'restaurante' ? [right: RightOf] : [];

/** Makes the routes that have the same `access`; `path` is the part below that of their restaurant or screen. */
export const routesFor = <A extends Access>(access: A, ...[right]: RightFor<A>) => {
  type Handle<Given> = (request: RequestOf[A], given: Given) => Promise<PanelAnswer>;
  type Input = Pick<PanelRoute, 'query' | 'body'>;
  const routeOf = <Given>(
    method: PanelRoute['method'],
    path: string,
    input: Input,
    handle: Handle<Given>,
  ): PanelRoute => ({
    method,
    path: `${BELOW[access] ?? ''}${path}`,
    access,
    right: right ?? null,
    ...input,
    // The checks provide what `access` promises before a handler is called.
    handle: handle as PanelRoute['handle'],
  });
  const withBody =
    (method: PanelRoute['method']) =>
    <B extends Type.TSchema>(path: string, body: B | null, handle: Handle<Type.Static<B>>) =>
      routeOf(method, path, { query: null, body }, handle);

  return {
    of: withBody,
    get: <Q extends Parameters>(path: string, query: Q | null, handle: Handle<Values<Q>>) =>
      routeOf('GET', path, { query, body: null }, handle),
    post: withBody('POST'),
    remove: withBody('DELETE'),
  };
};
