import type { Scale } from '../../scale.ts';
import { NO_CORE } from '../../support/cores.ts';
import { engineOf } from '../../support/engines.ts';
import { type Figure, mediansOf, ratioFigure } from '../../support/figure.ts';
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
  return withServers(databaseUrl, options, [], async ({ ours, startListeners }) => {
    const listeners = startListeners(ours);
    await listeners.open(restaurants, LISTENERS_EACH);
    progress('warming up');
    // Connections of the database prepare their statements, and hot code is compiled.
    await listeners.publish(RATE, latencySeconds);
    const runs: Awaited<ReturnType<typeof listeners.publish>>[] = [];
    while (runs.length < rounds) {
      progress(`${runs.length + 1} of ${rounds}`);
      runs.push(await listeners.publish(RATE, latencySeconds));
    }
    const { p99Ms, clientLoad } = mediansOf(runs);
    const most = P99_MS_MAX[engineOf(databaseUrl)];
    const what = `${restaurants} × ${LISTENERS_EACH} listeners, ${RATE} events/s`;
    const name = `${what}: sending to client, p99, beside ${most} ms`;
    const figure = ratioFigure(name, p99Ms, most, text, { atMost: 1 });
    const spread = `${rounds} runs: ${runs.map((run) => run.p99Ms.toFixed(1)).join(', ')}`;
    const load = `listeners ${Math.round(clientLoad * 100)} % of a core`;
    return [{ ...figure, ours: `${figure.ours} (${spread}; ${load})` }];
  });
};
