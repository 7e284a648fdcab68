import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type { Body } from '../../storage/port.ts';
import { joinBodies } from './bodies.ts';
import type { Encoding } from './encoding.ts';

/** What goes out. `headers` is a flat list of names and values, made ahead where it can be. */
export interface Answer {
  status: number;
  headers: readonly string[];
  body: Body;
  /** ASCII that goes out around the body: text this short is not worth copying the body for. */
  around?: { before: string; after: string };
  /** Tells this answer from any other to the same question; made of its bytes where it is not given. */
  tag?: string;
  compressed?: Map<Encoding, Promise<Body>>;
  /** In place of a body, for what has no end: takes the connection and begins with this head. */
  open?(socket: Socket, head: string): void;
  /** Gives back what was held for `open`, when it is not to be called. */
  abandon?(): void;
}

export const JSON_HEADERS: readonly string[] = ['Content-Type', 'application/json; charset=utf-8'];
export const NO_BODY: Body = new Uint8Array(0);

/** Stored bytes of wire JSON, as they are. */
export const ok = (body: Body): Answer => ({ status: 200, headers: JSON_HEADERS, body });

/** A value that is made for this answer. */
export const okJson = (value: unknown): Answer => ok(Buffer.from(JSON.stringify(value)));

/** Something that was not there before. */
export const createdJson = (value: unknown): Answer => ({ ...okJson(value), status: 201 });

/** On every answer. */
export const SAFETY_HEADERS: readonly string[] = [
  ...['Vary', 'Accept-Encoding, Authorization, Origin'],
  ...['X-Content-Type-Options', 'nosniff'],
];

/** On every answer that ends. It is one key's, so that nobody may keep it for another. */
export const COMMON_HEADERS: readonly string[] = [
  ...['Cache-Control', 'private, no-cache'],
  ...SAFETY_HEADERS,
];

/** What an answer is written to: as much of Node's response as that takes. */
export interface Outgoing {
  writeHead(status: number, headers: string[]): unknown;
  write(text: string, encoding: 'latin1'): unknown;
  write(bytes: Body): unknown;
  end(): unknown;
  /** Null while the answer to an earlier request is still under way. Only Node's has it. */
  readonly socket?: Socket | null;
  /** Gives up the connection for good. Only the express lane's has it. */
  release?(): Socket;
}

export const bytesOf = ({ body, around }: Answer): number =>
  body.length + (around === undefined ? 0 : around.before.length + around.after.length);

/** The body in one piece. */
export const wholeOf = ({ body, around }: Answer): Body =>
  around === undefined ? body : joinBodies(around.before, [body], around.after);

/** One call with all headers: Node writes a list much faster than headers set one by one. */
export const send = (response: Outgoing, answer: Answer, more: readonly string[]): void => {
  const { status, headers, body, around } = answer;
  const all = [...headers, ...COMMON_HEADERS, ...more];
  // A 304 and a 204 have no body, and saying so would contradict the answer they stand for.
  if (status !== 304 && status !== 204) all.push('Content-Length', String(bytesOf(answer)));
  response.writeHead(status, all);
  if (around !== undefined) response.write(around.before, 'latin1');
  if (body.length > 0) response.write(body);
  if (around !== undefined) response.write(around.after, 'latin1');
  response.end();
};
