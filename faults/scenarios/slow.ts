import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { readMetric } from '../../test/support/service.ts';
import { openSocket } from '../../test/support/wire.ts';
import type { Random } from '../random.ts';
import type { Rig } from '../rig/rig.ts';
import type { Scenario } from '../scenario.ts';

const READERS = 6;
const PAGE = '/api/pedidos?limite=100';
/** Pages requested at once on one connection: as many as the service allows, so that they exceed the system's buffers. */
const PAGES = 16;
const UNREAD_STREAMS = 4;

/** Slow readers, and some that never read, beside fast ones. */
export const slow: Scenario = {
  name: 'slow',
  about: 'readers of streams and pages that stop and go, and some that never read',
  engines: ['sqlite', 'postgres'],
  rounds: 8,
  prepare: () => ({ rig: { pauseProbability: 0.3, spareKeys: 60 }, play }),
};

const play = async (rig: Rig, rounds: number): Promise<void> => {
  const { random, processes, startLoad, count, tokens, api, restaurantes } = rig;
  const stopLoad = startLoad({ producers: 3, pace: { pauseMsMax: 20 } });
  const [restauranteId = ''] = restaurantes;
  const own = tokens(restauranteId);
  let turn = 0;
  /** Takes the keys in turn, so that none exceeds its limit. */
  const token = (): string => {
    turn += 1;
    return own[turn % own.length] ?? '';
  };
  await wait(500);
  // These connections never read a byte.
  const unread = await Promise.all(
    Array.from({ length: UNREAD_STREAMS }, () =>
      openPipeline(processes.publicUrl(random), [`/api/stream?llave=${token()}`]),
    ),
  );
  for (let round = 0; round < rounds; round += 1) {
    const url = processes.publicUrl(random);
    const reading = Array.from({ length: READERS }, (_, i) =>
      readSlowly(url, token(), random.fork(`reader ${round} ${i}`)),
    );
    // A fast reader does not wait for them.
    const { status } = await api(restauranteId).request('/pedidos?limite=5');
    if (status !== 200) throw new Error(`beside slow readers, GET /pedidos answered ${status}`);
    if ((await Promise.all(reading)).includes(false)) {
      throw new Error('a slow reader did not get its pages whole');
    }
    count('pages read slowly', READERS * PAGES);
  }
  await stopLoad();
  await noteMemory(rig);
  for (const socket of unread) socket.destroy();
};

/** Pipelines requests on one connection, whose answers are not read yet. */
const openPipeline = async (
  url: string,
  paths: readonly string[],
  token?: string,
): Promise<Socket> => {
  const socket = await openSocket(url);
  socket.on('error', () => {}).pause();
  const bearer = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  for (const [i, path] of paths.entries()) {
    const last = i === paths.length - 1 && token !== undefined ? 'Connection: close\r\n' : '';
    socket.write(`GET ${path} HTTP/1.1\r\nHost: comanda\r\n${bearer}${last}\r\n`);
  }
  return socket;
};

const readSlowly = async (url: string, token: string, random: Random): Promise<boolean> => {
  const socket = await openPipeline(url, Array(PAGES).fill(PAGE), token);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (!random.happens(0.05)) return;
    socket.pause();
    setTimeout(() => socket.resume(), random.int(1, 60));
  });
  await wait(random.int(0, 300));
  socket.resume();
  await once(socket, 'close');
  return arePagesWhole(Buffer.concat(chunks));
};

/** Whether there are as many answers as requests, each as long as it declares. */
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

const noteMemory = async ({ processes, random, count }: Rig): Promise<void> => {
  const server = { privateUrl: processes.privateUrl(random) };
  const bytes = await readMetric(server, 'process_resident_memory_bytes');
  count('MiB of memory at the end', Math.round(bytes / MIB));
};
