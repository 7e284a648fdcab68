import { Buffer } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type Type from 'typebox';
import type { Entered, Visitor } from '../../admin/sesiones.ts';
import type { Cuenta } from '../../domain/log/batch.ts';
import { type Answer, JSON_HEADERS } from '../wire/answer.ts';

export interface PanelAnswer extends Answer {
  cookies?: readonly string[];
}

/** What a handler is given, whoever asks. */
export interface PanelRequest {
  /** Values of the `{…}` parts of the path, decoded. */
  params: Readonly<Record<string, string>>;
  /** What follows `?`, as it came. */
  query: string;
  method: string;
  headers: IncomingHttpHeaders;
  requestId: string;
  visitor: Visitor;
  /** Whether the browser reaches us over https. */
  isSecure: boolean;
  entered: Entered | null;
}

export type SignedIn = PanelRequest & { entered: Entered };
export type OfRestaurant = SignedIn & { cuenta: Cuenta };

/** Who may ask: everybody, users, or operators; `restaurante` is a user and the one of `{rid}`. */
type Access = 'anyone' | 'user' | 'restaurante' | 'operator';

interface RequestOf {
  anyone: PanelRequest;
  user: SignedIn;
  restaurante: OfRestaurant;
  operator: SignedIn;
}

export interface PanelRoute {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/panel/api`. */
  path: string;
  access: Access;
  body: Type.TSchema | null;
  handle(request: PanelRequest, body: unknown): Promise<PanelAnswer>;
}

const METHODS = { get: 'GET', post: 'POST', remove: 'DELETE' } as const;

type Read<A extends Access> = (
  path: string,
  handle: (request: RequestOf[A]) => Promise<PanelAnswer>,
) => PanelRoute;
type Change<A extends Access> = <B extends Type.TSchema>(
  path: string,
  body: B | null,
  handle: (request: RequestOf[A], body: Type.Static<B>) => Promise<PanelAnswer>,
) => PanelRoute;

/** Makes the routes of one kind of caller. What a handler is told follows from who may call it. */
export const routesFor = <A extends Access>(access: A) => {
  // The plugin fills in what `access` promises before it calls a handler.
  const route = (
    method: PanelRoute['method'],
    path: string,
    body: Type.TSchema | null,
    h: unknown,
  ) => ({ method, path, access, body, handle: h as PanelRoute['handle'] }) satisfies PanelRoute;
  const get: Read<A> = (path, handle) => route(METHODS.get, path, null, handle);
  const post: Change<A> = (path, body, handle) => route(METHODS.post, path, body, handle);
  const remove: Change<A> = (path, body, handle) => route(METHODS.remove, path, body, handle);
  return { get, post, remove };
};

export const json = (value: unknown, status = 200): PanelAnswer => ({
  status,
  headers: JSON_HEADERS,
  body: Buffer.from(JSON.stringify(value)),
});

export const isoInstant = (ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toString({ fractionalSecondDigits: 3 });

export const isoOrNull = (ms: number | null): string | null =>
  ms === null ? null : isoInstant(ms);
