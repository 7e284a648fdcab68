import { type Figure, mediansOf } from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import type { Latency } from '../clients/protocol.ts';
import { type StreamSetup, withServers } from '../servers.ts';

/**
 * From sending until a listener has the event. Ours has it on disk before anybody hears of it, nchan has it in its
 * memory: so there is no target.
 */
export const deliveryTime = ({ scale, databaseUrl }: StreamSetup): Promise<Figure[]> => {
  const { restaurants, listenersEach: each, rate, rounds, latencySeconds } = scale;
  return withServers(databaseUrl, { restaurants, each }, ['nchan'], async (servers) => {
    const running = servers.all.map((server) => ({
      server,
      listeners: servers.startListeners(server),
      results: [] as Latency[],
    }));
    for (const { server, listeners } of running) {
      progress(`${server.name} gets its listeners`);
      await listeners.open(restaurants, each);
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const { server, listeners, results } of running) {
        progress(`${server.name}, ${round} of ${rounds}`);
        results.push(await listeners.publish(rate, latencySeconds));
      }
    }
    const [ours, nchan] = running.map(({ results }) => mediansOf(results));
    const figure = (name: string, field: keyof Latency): Figure => {
      const own = ours?.[field] ?? Number.NaN;
      const peer = nchan?.[field];
      return {
        name: `${restaurants} × ${each} listeners, ${rate} events/s: sending to client, ${name}, beside nchan`,
        ours: `${own.toFixed(2)} ms`,
        peer: peer === undefined ? (servers.missing.get('nchan') ?? '') : `${peer.toFixed(2)} ms`,
        ratio: peer === undefined ? null : own / peer,
        target: null,
      };
    };
    return [figure('p50', 'p50Ms'), figure('p99', 'p99Ms')];
  });
};
