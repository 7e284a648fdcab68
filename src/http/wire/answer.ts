import { Buffer } from 'node:buffer';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Transform } from 'node:stream';
import type { Body } from '../../storage/port/body.ts';

/** Headers as Node takes them: names and values in turn. */
export type HeaderList = readonly string[];

/** A body that is made while it is sent. */
export interface Pieces {
  from: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Whether compressing it would save anything. */
  isPlain: boolean;
  /** Set if the body goes out compressed. */
  makeCompressor?: () => Transform;
}

export interface Answer {
  status: number;
  headers: HeaderList;
  body: Body;
  /** The ETag without its quotes; a digest of the body unless given. */
  tag?: string;
  /** Compressed forms of the body by encoding, each made when a client first accepts it. */
  compressed?: Map<string, Promise<Body>>;
  /** Sent instead of a body that is too long to be held in memory. */
  pieces?: Pieces;
  /** For a stream, called instead of sending a body: takes over the connection and begins with this head. */
  open?(socket: Socket, head: string): void;
  /** Gives back what the answer reserved: with `pieces` always, sent or not; with `open` only if `open` is never called. */
  release?(): void;
}

export const JSON_HEADERS: HeaderList = ['Content-Type', 'application/json; charset=utf-8'];
export const NO_BODY: Body = new Uint8Array(0);

/** A 200 whose body is stored wire JSON. */
export const ok = (body: Body): Answer => ({ status: 200, headers: JSON_HEADERS, body });

/** A 200 whose body is made for this answer. */
export const okJson = (value: unknown): Answer => ok(Buffer.from(JSON.stringify(value)));

export const createdJson = (value: unknown): Answer => ({ ...okJson(value), status: 201 });

/** Stored bodies between a head and a tail, separated by commas: copied once, and not parsed. */
export const joinBodies = (head: string, bodies: readonly Body[], tail: string): Body => {
  const parts: Uint8Array[] = [Buffer.from(head)];
  for (const [i, body] of bodies.entries()) {
    if (i > 0) parts.push(COMMA);
    parts.push(body);
  }
  parts.push(Buffer.from(tail));
  return Buffer.concat(parts);
};
const COMMA = Buffer.from(',');

/** On every answer. */
export const SAFETY_HEADERS: HeaderList = [
  ...['Vary', 'Accept-Encoding, Authorization, Origin'],
  ...['X-Content-Type-Options', 'nosniff'],
];

/** On every answer but a stream. An answer belongs to one key: no cache may give it to another. */
const COMMON_HEADERS: HeaderList = [...['Cache-Control', 'private, no-cache'], ...SAFETY_HEADERS];

/** All headers of an answer that is not a stream, except those of the connection. */
export const headersOf = (
  { status, headers, body, tag, pieces }: Answer,
  more: HeaderList,
): string[] => {
  const all = [...headers];
  if (tag !== undefined) all.push('ETag', `"${tag}"`);
  all.push(...COMMON_HEADERS, ...more);
  // A 304 and a 204 have no body, and a length of 0 would contradict the answer they stand for.
  const hasLength = status !== 304 && status !== 204 && pieces === undefined;
  if (hasLength) all.push('Content-Length', String(body.length));
  return all;
};

export const sendAnswer = (response: ServerResponse, answer: Answer, more: HeaderList): void => {
  response.writeHead(answer.status, headersOf(answer, more));
  response.end(answer.body);
};

/** An answer as bytes, for a connection that has no response object. */
export const encodeAnswer = (answer: Answer, more: HeaderList): Buffer =>
  Buffer.concat([
    Buffer.from(encodeHead(answer.status, [...headersOf(answer, more), 'Connection', 'close'])),
    answer.body,
  ]);

export const encodeHead = (status: number, headers: HeaderList): string => {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return `${head}\r\n`;
};

/** The headers that describe the content, as an object: Fastify, which sends the pages, takes them so. */
export const contentHeaders = ({ headers, tag }: Answer): Record<string, string> => {
  const named: Record<string, string> = tag === undefined ? {} : { ETag: `"${tag}"` };
  for (let i = 0; i < headers.length; i += 2) named[headers[i] ?? ''] = headers[i + 1] ?? '';
  return named;
};
