import { type Figure, ratioFigure } from '../../support/figure.ts';
import { inRounds, type StreamSetup, withServers } from '../servers.ts';

const text = (value: number): string => `${value.toFixed(2)} ms`;

/**
 * From sending until a listener has the event. Ours has it on disk before anybody hears of it, nchan has it in its
 * memory: so there is no target.
 */
export const deliveryTime = ({ scale, databaseUrl }: StreamSetup): Promise<Figure[]> => {
  const { restaurants, listenersEach: each, rate, rounds, latencySeconds } = scale;
  return withServers(databaseUrl, { restaurants, each }, ['nchan'], async (servers) => {
    const found = await inRounds(
      servers,
      rounds,
      (listeners) => listeners.open(restaurants, each),
      (listeners) => listeners.publish(rate, latencySeconds),
    );
    const [ours, nchan] = [found.get('Comanda'), found.get('nchan')];
    const what = `${restaurants} × ${each} listeners, ${rate} events/s: sending to client`;
    const figure = (name: string, field: 'p50Ms' | 'p99Ms'): Figure => {
      const peer = nchan?.[field] ?? servers.missing.get('nchan') ?? '';
      const own = ours?.[field] ?? Number.NaN;
      return ratioFigure(`${what}, ${name}, beside nchan`, own, peer, text, {});
    };
    return [figure('p50', 'p50Ms'), figure('p99', 'p99Ms')];
  });
};
