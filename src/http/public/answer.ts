import type { ServerResponse } from 'node:http';
import type { Body } from '../../storage/port.ts';

/** What goes out. `headers` is a flat list of names and values, made ahead where it can be. */
export interface Answer {
  status: number;
  headers: readonly string[];
  body: Body;
}

export const JSON_HEADERS: readonly string[] = [
  ...['Content-Type', 'application/json; charset=utf-8'],
  ...['Cache-Control', 'private, no-cache'],
];

/** Stored bytes of wire JSON, as they are. */
export const ok = (body: Body): Answer => ({ status: 200, headers: JSON_HEADERS, body });

/** One call with all headers: Node writes a list much faster than headers set one by one. */
export const send = (
  response: ServerResponse,
  { status, headers, body }: Answer,
  requestId: string,
): void => {
  response.writeHead(status, [
    ...headers,
    ...['Content-Length', String(body.length)],
    ...['X-Request-Id', requestId],
  ]);
  response.end(body);
};
