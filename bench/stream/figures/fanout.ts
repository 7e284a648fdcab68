import { cpuSeconds } from '../../support/cores.ts';
import { countText, type Figure } from '../../support/figure.ts';
import type { Listeners } from '../clients/client-process.ts';
import type { StreamServer } from '../clients/protocol.ts';
import { inRounds, type StreamSetup, withServers } from '../servers.ts';

/**
 * Events in flight to each listener: enough that neither side idles until the other's next turn, and far below the
 * point at which any of the servers treats a listener as slow.
 */
const WINDOW_EVENTS = 48;

const TARGETS = { nchan: 0.6, 'better-sse': 1.7 } as const;
type PeerName = keyof typeof TARGETS;
const PEERS = Object.keys(TARGETS) as PeerName[];
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
    const open = async (listeners: Listeners) => {
      await listeners.open(1, count);
      await listeners.saturate(WINDOW_EVENTS, seconds / 2);
    };
    const found = await inRounds(servers, rounds, open, (listeners, server) =>
      saturate(server, listeners, seconds, count),
    );
    const ours = found.get('Comanda') as FanOut;
    return PEERS.map((name): Figure => {
      const peer = found.get(name);
      return {
        name: `events/s to ${countText(count)} listeners, beside ${name}`,
        ours: describe(ours),
        peer: peer === undefined ? (servers.missing.get(name) ?? '') : describe(peer),
        ratio: peer === undefined ? null : ours.eventsPerSecond / peer.eventsPerSecond,
        target: TARGETS[name],
      };
    });
  });
};

/** The most events that a server can deliver to these listeners, and the cost of each. */
const saturate = async (
  { pid }: StreamServer,
  listeners: Listeners,
  seconds: number,
  count: number,
): Promise<FanOut> => {
  const before = cpuSeconds(pid);
  const { events, seconds: took, clientLoad } = await listeners.saturate(WINDOW_EVENTS, seconds);
  const cpu = cpuSeconds(pid) - before;
  return { eventsPerSecond: events / took, cpuMicros: (cpu / (events * count)) * 1e6, clientLoad };
};

const describe = ({ eventsPerSecond, cpuMicros, clientLoad }: FanOut): string =>
  `${Math.round(eventsPerSecond)}/s, ${cpuMicros.toFixed(1)} µs each (listeners ${Math.round(clientLoad * 100)} %)`;
