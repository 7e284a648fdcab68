import { Buffer } from 'node:buffer';
import type { Body } from '../../storage/port/body.ts';

const COMMA = 0x2c;

/** Stored bodies between a head and a tail, separated by commas: one allocation, no parsing. */
export const joinBodies = (head: string, bodies: readonly Body[], tail: string): Body => {
  const headBytes = Buffer.byteLength(head);
  let size = headBytes + Buffer.byteLength(tail) + Math.max(0, bodies.length - 1);
  for (const body of bodies) size += body.length;
  const joined = Buffer.allocUnsafe(size);
  let at = joined.write(head, 'utf8');
  for (const [i, body] of bodies.entries()) {
    if (i > 0) at = joined.writeUInt8(COMMA, at);
    joined.set(body, at);
    at += body.length;
  }
  joined.write(tail, at, 'utf8');
  return joined;
};
