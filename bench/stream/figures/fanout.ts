import { cpuSeconds } from '../../support/cores.ts';
import { type Curve, type Figure, type Findings, mediansOf } from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import type { Listeners } from '../clients/client-process.ts';
import type { StreamServer } from '../clients/protocol.ts';
import { type StreamSetup, withServers } from '../servers.ts';

/**
 * Events on their way to each listener: enough that nobody waits for the other side's next turn, and
 * far below what any of the servers calls a slow listener.
 */
const WINDOW_EVENTS = 48;
/** The same at every size, and so small that ten thousand times as much fits into the system's buffers. */
const GROWTH_WINDOW_EVENTS = 16;

const TARGETS = { nchan: 0.6, 'better-sse': 1.7, 'fastify-sse': 1.7 } as const;
type PeerName = keyof typeof TARGETS;
const PEERS = Object.keys(TARGETS) as PeerName[];
/** The cost of one delivery may be to nchan's as our speed may be to nchan's. */
const COST_TARGET = 1.7;

interface FanOut {
  eventsPerSecond: number;
  /** Processor time of the server for one event to one listener, in microseconds. */
  cpuMicros: number;
  clientLoad: number;
}

/** Events a second to a thousand listeners of one restaurant. */
export const fanOut = ({ scale, databaseUrl }: StreamSetup): Promise<Figure[]> => {
  const { fanoutListeners: count, rounds, seconds } = scale;
  return withServers(databaseUrl, { restaurants: 1, each: count }, PEERS, async (servers) => {
    const running = servers.all.map((server) => ({
      server,
      listeners: servers.startListeners(server),
      results: [] as FanOut[],
    }));
    for (const { server, listeners } of running) {
      progress(`${server.name} gets ${count} listeners`);
      await listeners.open(1, count);
      await listeners.saturate(WINDOW_EVENTS, seconds / 2);
    }
    // In turns, so that what else the machine does meets all of them alike.
    for (let round = 1; round <= rounds; round += 1) {
      for (const { server, listeners, results } of running) {
        progress(`${server.name}, ${round} of ${rounds}`);
        results.push(await saturate(server, listeners, WINDOW_EVENTS, seconds, count));
      }
    }
    const found = new Map(running.map((each) => [each.server.name, mediansOf(each.results)]));
    const ours = found.get('Comanda') as FanOut;
    return PEERS.map((name): Figure => {
      const peer = found.get(name);
      return {
        name: `events/s to ${count.toLocaleString('en')} listeners, beside ${name}`,
        ours: describe(ours),
        peer: peer === undefined ? (servers.missing.get(name) ?? '') : describe(peer),
        ratio: peer === undefined ? null : ours.eventsPerSecond / peer.eventsPerSecond,
        target: TARGETS[name],
      };
    });
  });
};

/** As many events as a server can deliver to so many listeners, and what that costs it. */
const saturate = async (
  { pid }: StreamServer,
  listeners: Listeners,
  window: number,
  seconds: number,
  count: number,
): Promise<FanOut> => {
  const before = cpuSeconds(pid);
  const { events, seconds: took, clientLoad } = await listeners.saturate(window, seconds);
  const cpu = cpuSeconds(pid) - before;
  return { eventsPerSecond: events / took, cpuMicros: (cpu / (events * count)) * 1e6, clientLoad };
};

const describe = ({ eventsPerSecond, cpuMicros, clientLoad }: FanOut): string =>
  `${Math.round(eventsPerSecond)}/s, ${cpuMicros.toFixed(1)} µs each (listeners ${Math.round(clientLoad * 100)} %)`;

/** What one event to one listener costs as more of them listen to the same restaurant. */
export const growingAudience = ({ scale, databaseUrl }: StreamSetup): Promise<Findings> => {
  const { growthListeners: sizes, seconds } = scale;
  const options = { restaurants: 1, each: Math.max(...sizes) };
  return withServers(databaseUrl, options, ['nchan'], async ({ all, missing, startListeners }) => {
    const curves: Curve[] = [];
    for (const server of all) {
      const listeners = startListeners(server);
      const points: Curve['points'] = [];
      for (const count of sizes) {
        progress(`${server.name} with ${count} listeners`);
        await listeners.open(1, count);
        await listeners.saturate(GROWTH_WINDOW_EVENTS, seconds / 4);
        const window = GROWTH_WINDOW_EVENTS;
        const { cpuMicros } = await saturate(server, listeners, window, seconds / 2, count);
        points.push([count, cpuMicros]);
      }
      await listeners.stop();
      curves.push({ panel: 'streams.delivery', name: server.name, points });
    }
    const [ours, nchan] = curves;
    const text = (cost: number) => `${cost.toFixed(1)} µs of processor`;
    const figures = (ours?.points ?? []).map(([count, own], i): Figure => {
      const peer = nchan?.points[i]?.[1];
      return {
        name: `one event to one of ${count.toLocaleString('en')} listeners, beside nchan`,
        ours: text(own),
        peer: peer === undefined ? (missing.get('nchan') ?? '') : text(peer),
        ratio: peer === undefined ? null : own / peer,
        target: COST_TARGET,
        atMost: true,
      };
    });
    return { figures, curves };
  });
};
