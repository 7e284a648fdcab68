import { NO_CORE } from '../../support/cores.ts';
import { type Figure, ratioFigure } from '../../support/figure.ts';
import { inRounds, type StreamSetup, withServers } from '../servers.ts';

const text = (value: number): string => `${value.toFixed(2)} ms`;

/** The maximum p99. */
const P99_MS_MAX = { sqlite: 10, postgres: 25 } as const;

const PEER = 'durable nchan';

/**
 * From sending until a listener has the event, which our service has on disk before anybody receives it: compared
 * with nchan behind a flushed append, and with our promise.
 */
export const deliveryTime = ({ scale, databaseUrl }: StreamSetup): Promise<Figure[]> => {
  const { restaurants, listenersEach: each, rate, rounds, latencySeconds } = scale;
  const options = { restaurants, each, core: NO_CORE };
  return withServers(databaseUrl, options, [PEER], async (servers) => {
    const p99s: number[] = [];
    const found = await inRounds(
      servers,
      rounds,
      async (listeners) => {
        await listeners.open(restaurants, each);
        // Warm-up: connections of the database prepare their statements, and hot code is compiled.
        await listeners.publish(rate, latencySeconds);
      },
      async (listeners, server) => {
        const result = await listeners.publish(rate, latencySeconds);
        if (server === servers.ours) p99s.push(result.p99Ms);
        return result;
      },
    );
    const [ours, nchan] = [found.get('Comanda'), found.get(PEER)];
    const what = `${restaurants} × ${each} listeners, ${rate} events/s: sending to client`;
    const beside = (name: string, field: 'p50Ms' | 'p99Ms'): Figure => {
      const peer = nchan?.[field] ?? servers.missing.get(PEER) ?? '';
      const own = ours?.[field] ?? Number.NaN;
      return ratioFigure(
        `${what}, ${name}, beside nchan with a flushed append`,
        own,
        peer,
        text,
        {},
      );
    };
    const most = P99_MS_MAX[databaseUrl === null ? 'sqlite' : 'postgres'];
    const spread = `${p99s.length} runs: ${p99s.map((ms) => ms.toFixed(1)).join(', ')}`;
    const load = `listeners ${Math.round((ours?.clientLoad ?? 0) * 100)} % of a core`;
    const promised = ratioFigure(
      ...([`${what}, p99, beside ${most} ms`, ours?.p99Ms ?? Number.NaN, most, text] as const),
      { atMost: 1 },
    );
    return [
      beside('p50', 'p50Ms'),
      beside('p99', 'p99Ms'),
      { ...promised, ours: `${promised.ours} (${spread}; ${load})` },
    ];
  });
};
