import { setTimeout as sleep } from 'node:timers/promises';
import { ndjson } from '../support/lifecycles.ts';
import { sendCommands } from '../support/send.ts';
import { type BenchServer, startServer } from '../support/server.ts';
import { orders, SECRETS_KEY } from './scene.ts';

const TICK_MS = 50;

/** The whole service, allowed to send to this machine. */
export const startService = (dataDir: string, databaseUrl: string | null): Promise<BenchServer> =>
  startServer(
    { dataDir, ...(databaseUrl !== null && { databaseUrl }) },
    { env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', SECRETS_KEY } },
  );

let next = 0;

/** New orders at a steady pace, spread over restaurants. */
export const liveOrders = async (
  server: BenchServer,
  restaurants: number,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number> => {
  const perTick = Math.max(1, Math.round((perSecond * TICK_MS) / 1_000));
  const ticks = Math.round((seconds * 1_000) / TICK_MS);
  const startedMs = performance.now();
  for (let tick = 1; tick <= ticks; tick += 1) {
    await sendCommands(server, [ndjson(orders(perTick, restaurants, next))]);
    next += perTick;
    await sleep(Math.max(0, startedMs + tick * TICK_MS - performance.now()));
  }
  return perTick * ticks;
};

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
