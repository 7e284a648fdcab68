import assert from 'node:assert/strict';
import { once } from 'node:events';
import { openConnection } from './connection.ts';
import type { FuzzServer } from './fuzz-server.ts';

/** Longer than the time limit for a head, and one more check for late ones. */
const ENOUGH_MS = 75_000;
const DRIP_MS = 1_000;

/** Incomplete requests. */
const HALVES = [
  '',
  'G',
  'GET /api/restaurante HTTP/1.1\r\n',
  'GET /api/restaurante HTTP/1.1\r\nHost: comanda\r\nX-A: ',
  'POST /api/nada HTTP/1.1\r\nHost: comanda\r\nContent-Length: 100\r\n\r\nhola',
  'POST /panel/api/sesion HTTP/1.1\r\nHost: comanda\r\nContent-Length: 100\r\n\r\n',
];

/**
 * Clients that send half a request and then nothing, or a byte now and then: the service must disconnect
 * each of them. Runs beside the cases, if there is time for it.
 */
export const assertSlowClientsEnd = async (
  { publicUrl }: FuzzServer,
  endMs: number,
): Promise<void> => {
  if (endMs - performance.now() < ENOUGH_MS) return;
  const ways = HALVES.flatMap((half) => [false, true].map((drips) => ({ half, drips })));
  const held = await Promise.all(ways.map((way) => isHeld(publicUrl, way)));
  assert.deepEqual(
    ways.filter((_, i) => held[i]),
    [],
    'still open',
  );
};

const isHeld = async (
  url: string,
  { half, drips }: { half: string; drips: boolean },
): Promise<boolean> => {
  const { socket, send, close } = await openConnection(url);
  if (half !== '') send(half);
  const drip = setInterval(() => drips && socket.writable && send('x'), DRIP_MS);
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(true), ENOUGH_MS);
  const ended = once(socket, 'close').then(() => false);
  const isOpen = await Promise.race([ended, late.promise]);
  clearInterval(drip);
  clearTimeout(timer);
  close();
  return isOpen;
};
