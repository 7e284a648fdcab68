import { Buffer } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import type { Body } from '../../storage/port.ts';
import type { Encoding } from './encoding.ts';

/** What goes out. `headers` is a flat list of names and values, made ahead where it can be. */
export interface Answer {
  status: number;
  headers: readonly string[];
  body: Body;
  /** Digest of the body, once it was asked for. */
  tag?: string;
  compressed?: Map<Encoding, Promise<Body>>;
}

export const JSON_HEADERS: readonly string[] = ['Content-Type', 'application/json; charset=utf-8'];
export const NO_BODY: Body = new Uint8Array(0);

/** Stored bytes of wire JSON, as they are. */
export const ok = (body: Body): Answer => ({ status: 200, headers: JSON_HEADERS, body });

/** A value that is made for this answer. */
export const okJson = (value: unknown): Answer => ok(Buffer.from(JSON.stringify(value)));

/** Something that was not there before. */
export const createdJson = (value: unknown): Answer => ({ ...okJson(value), status: 201 });

/** On every answer. An answer is one key's, so that nobody may keep it for another. */
export const COMMON_HEADERS: readonly string[] = [
  ...['Cache-Control', 'private, no-cache'],
  ...['Vary', 'Accept-Encoding, Authorization, Origin'],
  ...['X-Content-Type-Options', 'nosniff'],
];

/** One call with all headers: Node writes a list much faster than headers set one by one. */
export const send = (
  response: ServerResponse,
  { status, headers, body }: Answer,
  more: readonly string[],
): void => {
  const all = [...headers, ...COMMON_HEADERS, ...more];
  // A 304 and a 204 have no body, and saying so would contradict the answer they stand for.
  if (status !== 304 && status !== 204) all.push('Content-Length', String(body.length));
  response.writeHead(status, all);
  response.end(body);
};
