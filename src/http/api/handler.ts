import type { IncomingHttpHeaders } from 'node:http';
import type Type from 'typebox';
import type { Ruta, Values } from '../../contract/rutas/ruta.ts';
import type { Operacion, RUTAS } from '../../contract/rutas/rutas.ts';
import type { PedidoFilter } from '../../storage/port/pedidos.ts';
import type { View } from '../../stream/frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { Principal } from '../principal.ts';

/** The request as it came in. */
export interface Wire {
  method: string;
  headers: IncomingHttpHeaders;
  requestId: string;
  httpVersion: string;
  /** The query string, still encoded. */
  search: string;
  /** Whether the client has gone, so that nobody waits for the answer. */
  isGone(): boolean;
}

/** A request that has passed the checks, as its handler gets it. */
export interface ApiRequest<Query = unknown, Body = unknown> extends Wire {
  principal: Principal;
  /** The restaurant that it is about, which the principal may see. */
  restauranteId: string;
  /** Values of the `{…}` parts of the path, decoded. */
  params: Readonly<Record<string, string>>;
  /** The values of the operation's parameters, with its defaults. */
  query: Query;
  /** The body, checked against the operation's schema; undefined where it has none. */
  body: Body;
  /** The part of each event that a stream shows; by default all of it. */
  view?: View;
  /** Narrows the orders of a file further than its parameters do. */
  narrowFile?: (filter: PedidoFilter) => Promise<PedidoFilter>;
  /** How often a stream is told that it is alive. */
  pingMs?: number;
}

type Handler<Query, Body> = (request: ApiRequest<Query, Body>) => Promise<Answer>;

type BodyOf<R> = R extends { body: infer B extends Type.TSchema } ? Type.Static<B> : unknown;

export type Handlers = {
  [O in Operacion]: Handler<Values<(typeof RUTAS)[O]['query']>, BodyOf<(typeof RUTAS)[O]>>;
};

/** An operation of the contract with its handler, for which Fastify has checked the query and the body. */
export type Route = Pick<
  Ruta,
  'method' | 'path' | 'alcance' | 'query' | 'body' | 'bodyBytesMax'
> & {
  handle: Handler<unknown, unknown>;
};

export type Routes = Readonly<Record<Operacion, Route>>;
