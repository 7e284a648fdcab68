import { setTimeout as sleep } from 'node:timers/promises';
import { comando } from '../../test/support/samples.ts';
import { ndjson, restaurantId } from '../support/commands.ts';
import { sendCommands } from '../support/send.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { newOrder, SECRETS_KEY } from './store.ts';

const TICK_MS = 50;

/** Starts the whole service, with permission to deliver to this machine. */
export const startService = (dataDir: string, databaseUrl: string | null): Promise<BenchServer> =>
  startServer(
    { dataDir, databaseUrl },
    { env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', SECRETS_KEY } },
  );

/**
 * Creates an order for each restaurant; the returned function changes them at a steady pace. It makes no new orders:
 * the service keeps unfinished ones in memory, up to a bound, which would show in a measurement of memory over
 * minutes.
 */
export const makeChanges = async (server: BenchServer, restaurants: number) => {
  const idOf = (n: number): string => `ped_changing_${n}`;
  const orders = Array.from({ length: restaurants }, (_, n) => newOrder(idOf(n), n, n));
  await sendCommands(server, ndjson(orders));
  let changed = 0;
  const change = () => {
    changed += 1;
    const n = changed % restaurants;
    const extra = { restaurante_id: restaurantId(n) };
    return comando.anotar(idOf(n), { instrucciones: `Cambio ${changed}` }, extra);
  };
  return async (perSecond: number, seconds: number): Promise<void> => {
    const perTick = Math.max(1, Math.round((perSecond * TICK_MS) / 1_000));
    const ticks = Math.round((seconds * 1_000) / TICK_MS);
    const startedMs = performance.now();
    for (let tick = 1; tick <= ticks; tick += 1) {
      await sendCommands(server, ndjson(Array.from({ length: perTick }, change)));
      await sleep(Math.max(0, startedMs + tick * TICK_MS - performance.now()));
    }
  };
};
