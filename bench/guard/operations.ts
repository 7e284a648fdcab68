import { connect } from 'node:net';
import { COMMANDS_PER_ORDER, ndjson, orderLives } from '../support/commands.ts';
import { sendCommands } from '../support/server.ts';
import type { House } from './house.ts';
import { CONNECTIONS, type Request, sendAll } from './requests.ts';

/** One kind of work: `run` does it `count` times. */
export interface Operation {
  count: number;
  run(round: number): Promise<void>;
}

const REQUESTS = 120;
/** Before all orders; each request asks from another second on, so that no answer is in memory. */
const FILTERED_FROM_MS = Date.UTC(2020, 0, 1);
const EXPORTED = 6;
const LIVES = 40;
const LISTENERS = 50;
const STREAMED_LIVES = 4;

/** Ten kinds of work of the service on SQLite. */
export const makeOperations = async (house: House): Promise<Record<string, Operation>> => {
  const { restaurants, server } = house;
  const at = <T>(items: readonly T[], i: number): T => items[i % items.length] as T;
  const gets = (
    pathOf: (i: number, round: number) => { restaurant: string; path: string; etag?: string },
    { count = REQUESTS, status = 200, connections = CONNECTIONS } = {},
  ): Operation => ({
    count,
    async run(round) {
      const requests: Request[] = [];
      for (let i = 0; i < count; i += 1) {
        const { restaurant, path, etag } = pathOf(round * count + i, round);
        const key = await house.keys(restaurant);
        const headers = etag === undefined ? key : { ...key, 'If-None-Match': etag };
        requests.push({ url: `${server.publicUrl}/api${path}`, headers });
      }
      await sendAll(requests, status, connections);
    },
  });
  const commands = (lives: number, some: readonly string[]): Operation => ({
    count: lives * COMMANDS_PER_ORDER,
    async run() {
      await sendCommands(server, ndjson(orderLives(lives, some)));
    },
  });
  const streamed = commands(STREAMED_LIVES, [house.listened]);
  await openListeners(house, LISTENERS);
  return {
    // Each time another number of orders, so that no answer is in memory.
    'new page': gets((i) => {
      const { restaurant, cursor } = at(house.places, i);
      const limite = 20 + (Math.floor(i / house.places.length) % 10);
      return { restaurant, path: `/pedidos?limite=${limite}&cursor=${cursor}` };
    }),
    'same page': gets((i) => ({ restaurant: at(restaurants, i), path: '/pedidos' })),
    'same page, 304': gets(
      (i) => {
        const restaurant = at(restaurants, i);
        return { restaurant, path: '/pedidos', etag: house.etags.get(restaurant) ?? '' };
      },
      { status: 304 },
    ),
    'one order': gets((i) => {
      const { restaurant, id } = at(house.places, i);
      return { restaurant, path: `/pedidos/${id}` };
    }),
    'one history': gets((i) => {
      const { restaurant, id } = at(house.places, i);
      return { restaurant, path: `/pedidos/${id}/historial` };
    }),
    'filtered page': gets((i) => {
      const desde = new Date(FILTERED_FROM_MS + i * 1_000).toISOString();
      const path = `/pedidos?estado=entregado,cancelado&tipo=reparto&desde=${desde}`;
      return { restaurant: at(restaurants, i), path };
    }),
    changes: gets((i) => {
      const { restaurant, evento } = at(house.places, i);
      return { restaurant, path: `/eventos?limite=25&despues_de=${evento}` };
    }),
    'export as CSV': gets(
      (i) => ({ restaurant: at(restaurants, i), path: '/exportacion/pedidos?formato=csv' }),
      // A process converts four exports at a time, a key two.
      { count: EXPORTED, connections: 1 },
    ),
    commands: commands(LIVES, house.written),
    'events to fifty streams': { ...streamed, count: streamed.count * LISTENERS },
  };
};

/** Streams that only read. */
const openListeners = async ({ server, listened, streamKeys }: House, count: number) => {
  const { hostname, port } = new URL(server.publicUrl);
  for (let n = 0; n < count; n += 1) {
    const key = streamKeys[n % streamKeys.length];
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve, reject) => {
      socket.once('data', (bytes: Buffer) => {
        if (bytes.includes('HTTP/1.1 200')) resolve();
        else reject(new Error(`${listened}: no stream`));
      });
      socket.once('error', reject);
      socket.write(`GET /api/stream?llave=${key} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    });
    socket.resume();
  }
};
