import type { Scale } from '../../scale.ts';
import { NO_CORE } from '../../support/cores.ts';
import { engineOf } from '../../support/engines.ts';
import { countText, type Figure, mediansOf } from '../../support/figure.ts';
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
    const load = `listeners ${Math.round(mediansOf(runs).clientLoad * 100)} % of a core`;
    const p50 = `p50 ${text(mediansOf(runs).p50Ms)}, nchan's ${text(mediansOf(peerRuns).p50Ms)}`;
    return [
      {
        name: `p99 from command to client, ${countText(restaurants * LISTENERS_EACH)} streams (open loop)`,
        engine: '',
        textOf: text,
        ours: runs.map(({ p99Ms }) => p99Ms),
        instead: { name: 'nchan, flushed append', runs: peerRuns.map(({ p99Ms }) => p99Ms) },
        demands: [{ against: null, atMost: P99_MS_MAX[engineOf(databaseUrl)] }],
        detail: `${RATE} events a second; ${p50}; ${load}`,
      },
    ];
  });
};
