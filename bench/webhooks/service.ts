import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import type { ComandoPedido } from '../../src/contract/comandos.ts';
import { comando } from '../../test/support/samples.ts';
import { draft, ndjson, restaurantId } from '../support/commands.ts';
import { sendCommands } from '../support/send.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { newOrders, SECRETS_KEY } from './store.ts';

const TICK_MS = 50;

/** The whole service, allowed to send to this machine. */
export const startService = (dataDir: string, databaseUrl: string | null): Promise<BenchServer> =>
  startServer(
    { dataDir, databaseUrl },
    { env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', SECRETS_KEY } },
  );

/** How much comes in, and for how long. */
interface Pace {
  perSecond: number;
  seconds: number;
}

let next = 0;

/** New orders at a steady pace, spread over restaurants. */
export const sendOrders = (server: BenchServer, restaurants: number, pace: Pace): Promise<void> =>
  atPace(server, pace, (count) => {
    next += count;
    return newOrders(count, restaurants, next - count);
  });

let changed = 0;

/**
 * The same of changes to orders that are there, one of each restaurant. Orders
 * that come and are never finished are kept in memory, up to a bound: whoever looks at memory over
 * minutes would see them.
 */
export const sendChanges = (server: BenchServer, restaurants: number, pace: Pace): Promise<void> =>
  atPace(server, pace, (count) =>
    Array.from({ length: count }, () => {
      changed += 1;
      const n = changed % restaurants;
      const instrucciones = `Cambio ${changed}`;
      const extra = { restaurante_id: restaurantId(n) };
      return comando.anotar(changingOrder(n), { instrucciones }, extra);
    }),
  );

/** An order of each restaurant, to be changed. */
export const addChangingOrders = async (
  server: BenchServer,
  restaurants: number,
): Promise<void> => {
  const made = Array.from({ length: restaurants }, (_, n) => {
    const id = changingOrder(n);
    const extra = { restaurante_id: restaurantId(n) };
    return comando.crear({ ...draft(n, systemClock.now()), id }, extra);
  });
  await sendCommands(server, [ndjson(made)]);
};

const changingOrder = (n: number): string => `ped_changing_${n}`;

const atPace = async (
  server: BenchServer,
  { perSecond, seconds }: Pace,
  some: (count: number) => ComandoPedido[],
): Promise<void> => {
  const perTick = Math.max(1, Math.round((perSecond * TICK_MS) / 1_000));
  const ticks = Math.round((seconds * 1_000) / TICK_MS);
  const startedMs = performance.now();
  for (let tick = 1; tick <= ticks; tick += 1) {
    await sendCommands(server, [ndjson(some(perTick))]);
    await sleep(Math.max(0, startedMs + tick * TICK_MS - performance.now()));
  }
};
