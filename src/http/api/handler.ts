import type { IncomingHttpHeaders } from 'node:http';
import type { Ruta } from '../../contract/rutas/ruta.ts';
import type { Llave } from '../../storage/port/accounts.ts';
import type { View } from '../../stream/frame.ts';
import type { Answer } from '../wire/answer.ts';

/** What a handler is given. */
export interface ApiRequest {
  llave: Llave;
  /** Values of the `{…}` parts of the path, decoded. */
  params: Readonly<Record<string, string>>;
  /** What follows `?`, as it came. */
  query: string;
  /** The body, checked against the operation's schema; undefined where it has none. */
  body: unknown;
  /** Absent where the panel reads through a handler. */
  wire?: Wire;
  /** What a stream shows of each event; by default all of it. */
  view?: View;
}

export interface Wire {
  method: string;
  headers: IncomingHttpHeaders;
  requestId: string;
  httpVersion: string;
  /** Whether the client has gone: nobody waits for the answer. */
  isGone(): boolean;
}

export type Handler = (request: ApiRequest) => Promise<Answer>;

/** An operation of the contract and what carries it out. */
export type Route = Pick<Ruta, 'method' | 'path' | 'alcance' | 'query' | 'body'> & {
  /** It only reads: it neither changes nor holds anything. */
  isRead: boolean;
  handle: Handler;
};
