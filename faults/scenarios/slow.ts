import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { WITH_KEY } from '../../test/support/service.ts';
import type { Chance } from '../chance.ts';
import type { Scenario } from '../scenario.ts';
import type { World } from '../world/world.ts';

const READERS = 6;
const PAGE = '/api/pedidos?limite=100';
/** Asked for at once on one connection, so that more is owed than the system's buffers take. */
const PAGES = 20;
const LISTENERS_ASLEEP = 4;

/** Readers that take their time, and some that take nothing at all, while others are in a hurry. */
export const slow: Scenario = {
  name: 'slow',
  about: 'readers of streams and pages that stop and go, and some that never read',
  engines: ['sqlite', 'postgres'],
  rounds: 8,
  prepare: () => ({ world: { dozes: 0.3, spareKeys: 60 }, play }),
};

const play = async (world: World, rounds: number): Promise<void> => {
  const { chance, places, startLoad, count, tokens, api, restaurantes } = world;
  const stopLoad = startLoad({ producers: 3, pace: { pauseMsMax: 20 } });
  const [restauranteId = ''] = restaurantes;
  const own = tokens(restauranteId);
  let turn = 0;
  /** In turn, so that none is asked with too often. */
  const token = (): string => {
    turn += 1;
    return own[turn % own.length] ?? '';
  };
  await wait(500);
  // They ask for everything from the beginning and never read a byte of it.
  const asleep = await Promise.all(
    Array.from({ length: LISTENERS_ASLEEP }, () =>
      ask(places.publicUrl(chance), [`/api/stream?llave=${token()}`]),
    ),
  );
  for (let round = 0; round < rounds; round += 1) {
    const url = places.publicUrl(chance);
    const reading = Array.from({ length: READERS }, async (_, i) => {
      const slowly = chance.fork(`reader ${round} ${i}`);
      const whole = await readSlowly(url, token(), slowly);
      if (!whole) throw new Error('a slow reader did not get its pages whole');
      count('pages read slowly', PAGES);
    });
    // Whoever is in a hurry is not kept waiting by them.
    const { status } = await api(restauranteId).ask('/pedidos?limite=5');
    if (status !== 200) throw new Error(`beside slow readers, GET /pedidos answered ${status}`);
    await Promise.all(reading);
  }
  await stopLoad();
  await noteMemory(world);
  for (const socket of asleep) socket.destroy();
};

/** Several requests in a row on one connection, whose answers nobody takes yet. */
const ask = async (url: string, paths: readonly string[], token?: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  const bearer = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  for (const [i, path] of paths.entries()) {
    const last = i === paths.length - 1 && token !== undefined ? 'Connection: close\r\n' : '';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: comanda\r\n${bearer}${last}\r\n`);
  }
  return socket;
};

const readSlowly = async (url: string, token: string, chance: Chance): Promise<boolean> => {
  const socket = await ask(url, Array(PAGES).fill(PAGE), token);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (!chance.happens(0.05)) return;
    socket.pause();
    setTimeout(() => socket.resume(), chance.int(1, 60));
  });
  await wait(chance.int(0, 300));
  socket.resume();
  await once(socket, 'close');
  return arePagesWhole(Buffer.concat(chunks));
};

/** As many answers as were asked for, each as long as it says and none of them cut. */
const arePagesWhole = (bytes: Buffer): boolean => {
  let at = 0;
  for (let page = 0; page < PAGES; page += 1) {
    const end = bytes.indexOf('\r\n\r\n', at);
    const head = bytes.toString('latin1', at, end);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
    if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) return false;
    const body = bytes.subarray(end + 4, end + 4 + length);
    if (body.length !== length || !Array.isArray(JSON.parse(body.toString('utf8')).datos)) {
      return false;
    }
    at = end + 4 + length;
  }
  return at === bytes.length;
};

const MIB = 1_024 * 1_024;

const noteMemory = async ({ places, chance, count }: World): Promise<void> => {
  const response = await fetch(`${places.privateUrl(chance)}/metrics`, { headers: WITH_KEY });
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(await response.text())?.[1];
  count('MiB of memory at the end', Math.round(Number(bytes) / MIB));
};
