import { setTimeout as wait } from 'node:timers/promises';
import { memoryMib } from '../../../test/support/machine/process-memory.ts';
import { type Curve, countText, type Figure, type Findings } from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import type { Listeners } from '../clients/client-process.ts';
import type { StreamServer } from '../clients/protocol.ts';
import { withServers } from '../servers.ts';

/** Numbers of idle listeners at which memory is measured. */
const SIZES = [100, 1_000, 10_000];
const LISTENERS = 10_000;
const EACH = 20;
const RESTAURANTS = LISTENERS / EACH;
const SETTLE_MS = 700;
const SETTLE_TRIES = 30;
/** A smaller difference between two measurements is no change. */
const QUIET_MIB = 1 / 16;
const QUIET_TRIES = 4;
const PEERS = ['nchan', 'better-sse'] as const;
const CHART = {
  chart: 'streams',
  panel: 'Memory of the whole process',
  xLabel: 'idle listeners',
  yLabel: 'MiB',
};
const text = (value: number): string => `${value.toFixed(1)} KiB`;

/** Memory of the server's process as idle listeners connect, and the share of one of the last. */
export const idleMemory = (databaseUrl: string | null): Promise<Findings> => {
  const options = { restaurants: RESTAURANTS, each: EACH };
  return withServers(databaseUrl, options, PEERS, async ({ all, startListeners }) => {
    const curves: Curve[] = [];
    for (const server of all) {
      const points = await memoryAt(server, startListeners(server));
      curves.push({ ...CHART, name: server.name, points });
    }
    const costs = new Map(curves.map((curve) => [curve.name, costOfOne(curve)]));
    const runsOf = (name: string) => [costs.get(name) ?? Number.NaN];
    const figures: Figure[] = [
      {
        name: `memory of an idle stream of ${countText(LISTENERS)}`,
        engine: '',
        textOf: text,
        ours: runsOf('Comanda'),
        instead: { name: 'nchan', runs: runsOf('nchan') },
        demands: [{ against: 'instead', atMost: 1 }],
        detail: `better-sse: ${text(costs.get('better-sse') ?? Number.NaN)}`,
      },
    ];
    return { figures, curves };
  });
};

/** MiB at each number of listeners. The first value includes everything that a server allocates only once. */
const memoryAt = async (server: StreamServer, listeners: Listeners): Promise<Curve['points']> => {
  const points: Curve['points'] = [];
  for (const count of SIZES) {
    progress(`${server.name} gets ${count} listeners`);
    // One listener for each restaurant while there are enough restaurants; then several for all of them.
    if (count < RESTAURANTS) await listeners.open(count, 1);
    else await listeners.open(RESTAURANTS, count / RESTAURANTS);
    points.push([count, await settledMib(server.pid)]);
  }
  const { open, lost } = await listeners.count();
  if (lost > 0) throw new Error(`${server.name} lost ${lost} of ${open + lost} listeners`);
  await listeners.stop();
  return points;
};

/** KiB per listener between the last two points. */
const costOfOne = ({ points }: Curve): number => {
  const [[few, before] = [0, 0], [many, after] = [0, 0]] = points.slice(-2);
  return ((after - before) / (many - few)) * 1_024;
};

/** Garbage collectors take their time: waits until the memory no longer falls. */
const settledMib = async (pid: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0, quiet = 0; tries < SETTLE_TRIES && quiet < QUIET_TRIES; tries += 1) {
    await wait(SETTLE_MS);
    const now = memoryMib(pid);
    quiet = now < least - QUIET_MIB ? 0 : quiet + 1;
    least = Math.min(least, now);
  }
  return least;
};
