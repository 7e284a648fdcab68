import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type { Body } from '../../storage/port/body.ts';
import { joinBodies } from './bodies.ts';
import type { Encoding } from './encoding.ts';
import { type HeaderLines, type HeaderList, linesOf, listOf } from './head.ts';

/** What goes out. `headers` is made ahead where it can be. */
export interface Answer {
  status: number;
  headers: HeaderList;
  body: Body;
  /** Nobody else holds the memory of the body: it is freed as soon as it has been written. */
  isSpare?: boolean;
  /** ASCII that goes out around the body: text this short is not worth copying the body for. */
  around?: { before: string; after: string };
  /**
   * The ETag, without its quotes: tells this answer from any other to the same question. Made of its
   * bytes where it is not given.
   */
  tag?: string;
  compressed?: Map<Encoding, Promise<Body>>;
  /** In place of a body, for what has no end: takes the connection and begins with this head. */
  open?(socket: Socket, head: string): void;
  /** Gives back what was held for `open`, when it is not to be called. */
  abandon?(): void;
}

export const JSON_HEADERS: HeaderList = ['Content-Type', 'application/json; charset=utf-8'];
export const NO_BODY: Body = new Uint8Array(0);

/** Stored bytes of wire JSON, as they are. */
export const ok = (body: Body): Answer => ({ status: 200, headers: JSON_HEADERS, body });

/** A value that is made for this answer. */
export const okJson = (value: unknown): Answer => ok(Buffer.from(JSON.stringify(value)));

/** Something that was not there before. */
export const createdJson = (value: unknown): Answer => ({ ...okJson(value), status: 201 });

/** On every answer. */
export const SAFETY_HEADERS: HeaderList = [
  ...['Vary', 'Accept-Encoding, Authorization, Origin'],
  ...['X-Content-Type-Options', 'nosniff'],
];

/** On every answer that ends. It is one key's, so that nobody may keep it for another. */
const COMMON_HEADERS: HeaderList = [...['Cache-Control', 'private, no-cache'], ...SAFETY_HEADERS];

/** What an answer is written to: as much of Node's response as that takes. */
export interface Outgoing {
  writeHead(status: number, headers: string[]): unknown;
  /** The same with headers that are text already. Only the express lane has it. */
  writeLines?(status: number, lines: HeaderLines): void;
  write(text: string, encoding: 'latin1'): unknown;
  write(bytes: Body): unknown;
  end(): unknown;
  /** Null while the answer to an earlier request is still under way. Only Node's has it. */
  readonly socket?: Socket | null;
  /** What is written has been copied when `end` returns. Only the express lane does that. */
  readonly copies?: true;
  /** Gives up the connection for good. Only the express lane's has it. */
  release?(): Socket;
}

export const bytesOf = ({ body, around }: Answer): number =>
  body.length + (around === undefined ? 0 : around.before.length + around.after.length);

/** The body in one piece. */
export const wholeOf = ({ body, around }: Answer): Body =>
  around === undefined ? body : joinBodies(around.before, [body], around.after);

/** The headers of its own, for pages that are Fastify's. */
export const contentHeaders = ({ headers, tag }: Answer): Record<string, string> => {
  const named: Record<string, string> = tag === undefined ? {} : { ETag: `"${tag}"` };
  for (let i = 0; i < headers.length; i += 2) named[headers[i] ?? ''] = headers[i + 1] ?? '';
  return named;
};

/** All headers of an answer that ends, but for those that belong to the connection. */
export const headerLines = (answer: Answer, more: HeaderLines): HeaderLines => {
  const { status, tag } = answer;
  const etag = tag === undefined ? '' : `ETag: "${tag}"\r\n`;
  // A 304 and a 204 have no body, and saying so would contradict the answer they stand for.
  const hasBody = status !== 304 && status !== 204;
  const length = hasBody ? `Content-Length: ${bytesOf(answer)}\r\n` : '';
  return linesOf(answer.headers) + etag + linesOf(COMMON_HEADERS) + more + length;
};

export const send = (response: Outgoing, answer: Answer, more: HeaderLines): void => {
  const { status, body, around } = answer;
  const lines = headerLines(answer, more);
  if (response.writeLines === undefined) response.writeHead(status, listOf(lines));
  else response.writeLines(status, lines);
  if (around !== undefined) response.write(around.before, 'latin1');
  if (body.length > 0) response.write(body);
  if (around !== undefined) response.write(around.after, 'latin1');
  response.end();
  if (answer.isSpare && response.copies) free(body);
};

/**
 * Left to the collector, the bodies of thousands of answers wait for it at a time: the next ones are read
 * into cold memory, and it has to run more often. A page costs 60 µs to read instead of 100.
 */
const free = ({ buffer }: Body): void => {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
};
