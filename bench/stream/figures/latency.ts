import type { Scale } from '../../scale.ts';
import { NO_CORE } from '../../support/cores.ts';
import { engineOf } from '../../support/engines.ts';
import { type Figure, mediansOf, ratioFigure } from '../../support/figure.ts';
import { interleave } from '../../support/interleave.ts';
import { progress } from '../../support/progress.ts';
import { withServers } from '../servers.ts';

const LISTENERS_EACH = 5;
/** Events a second over all restaurants. */
const RATE = 200;
const P99_MS_MAX = { sqlite: 10, postgres: 25 } as const;
const text = (value: number): string => `${value.toFixed(2)} ms`;

/** From sending until a listener has the event, which the service has on disk before anybody receives it. */
export const deliveryTime = (databaseUrl: string | null, { stream }: Scale): Promise<Figure[]> => {
  const { restaurants, rounds, latencySeconds } = stream;
  const options = { restaurants, each: LISTENERS_EACH, core: NO_CORE };
  return withServers(databaseUrl, options, ['durable nchan'], async ({ all, startListeners }) => {
    const sides = all.map((server) => ({ server, listeners: startListeners(server) }));
    for (const { server, listeners } of sides) {
      progress(`${server.name} gets its listeners`);
      await listeners.open(restaurants, LISTENERS_EACH);
      // Connections of the database prepare their statements, and hot code is compiled.
      await listeners.publish(RATE, latencySeconds);
    }
    const [runs = [], peerRuns = []] = await interleave(sides, rounds, (side, round) => {
      progress(`${side.server.name}, ${round} of ${rounds}`);
      return side.listeners.publish(RATE, latencySeconds);
    });
    const [ours, nchan] = [mediansOf(runs), mediansOf(peerRuns)];
    const what = `${restaurants} × ${LISTENERS_EACH} listeners, ${RATE} events/s: sending to client`;
    const beside = 'beside nchan with a flushed append';
    const most = P99_MS_MAX[engineOf(databaseUrl)];
    const promised = ratioFigure(`${what}, p99, beside ${most} ms`, ours.p99Ms, most, text, {
      atMost: 1,
    });
    const spread = `${rounds} runs: ${runs.map(({ p99Ms }) => p99Ms.toFixed(1)).join(', ')}`;
    const load = `listeners ${Math.round(ours.clientLoad * 100)} % of a core`;
    return [
      ratioFigure(`${what}, p50, ${beside}`, ours.p50Ms, nchan.p50Ms, text, {}),
      ratioFigure(`${what}, p99, ${beside}`, ours.p99Ms, nchan.p99Ms, text, {}),
      { ...promised, ours: `${promised.ours} (${spread}; ${load})` },
    ];
  });
};
