import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type { Transform } from 'node:stream';
import type { Body } from '../../storage/port/body.ts';

/** Headers by name, in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** A body that is made while it is sent. */
export interface Pieces {
  from: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Whether compressing it would save anything. */
  isPlain: boolean;
  /** Set if the body goes out compressed. */
  makeCompressor?: () => Transform;
}

/** A handler makes it; `send` gives it the form that the client accepts. */
export interface Answer {
  status: number;
  /** Of the content; the doors add theirs. */
  headers: Headers;
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

export const JSON_HEADERS: Headers = { 'content-type': 'application/json; charset=utf-8' };
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
