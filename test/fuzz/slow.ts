import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Arena } from './arena.ts';
import { openConnection } from './connection.ts';

/** Past what either door allows for a head, and one look around for those that are late. */
const ENOUGH_MS = 75_000;
const DRIP_MS = 1_000;

/** Half requests of those who never finish; each holds a connection for as long as it is let. */
const HALVES = [
  '',
  'G',
  'GET /api/restaurante HTTP/1.1\r\n',
  'GET /api/restaurante HTTP/1.1\r\nHost: comanda\r\nX-A: ',
  'POST /api/nada HTTP/1.1\r\nHost: comanda\r\nContent-Length: 100\r\n\r\nhola',
  'POST /panel/api/sesion HTTP/1.1\r\nHost: comanda\r\nContent-Length: 100\r\n\r\n',
];

/**
 * Clients that send half a request and then nothing, or a byte now and then. The service lets go of each
 * of them by itself. Runs beside everything else, where there is time enough for it.
 */
export const assertSlowOnesEnd = async ({ publicUrl }: Arena, endMs: number): Promise<void> => {
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
