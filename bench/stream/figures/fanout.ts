import type { Scale } from '../../scale.ts';
import { cpuSeconds } from '../../support/cores.ts';
import { countText, type Figure, mediansOf, perSecond } from '../../support/figure.ts';
import { interleave } from '../../support/interleave.ts';
import { progress } from '../../support/progress.ts';
import { withServers } from '../servers.ts';

const LISTENERS = 1_000;
/**
 * Events in flight to each listener: enough that neither side idles until the other's next turn, and far below the
 * point at which any of the servers treats a listener as slow.
 */
const WINDOW_EVENTS = 48;
const PEER = 'nchan';

/** The most events a second that a server can deliver to a thousand listeners of one restaurant. */
export const fanOut = (databaseUrl: string | null, { stream }: Scale): Promise<Figure[]> => {
  const { rounds, seconds } = stream;
  const options = { restaurants: 1, each: LISTENERS };
  return withServers(databaseUrl, options, [PEER], async ({ all, startListeners }) => {
    const sides = all.map((server) => ({ server, listeners: startListeners(server) }));
    for (const { server, listeners } of sides) {
      progress(`${server.name} gets its listeners`);
      await listeners.open(1, LISTENERS);
      await listeners.saturate(WINDOW_EVENTS, seconds / 2);
    }
    const results = await interleave(sides, rounds, async ({ server, listeners }, round) => {
      progress(`${server.name}, ${round} of ${rounds}`);
      const before = cpuSeconds(server.pid);
      const { events, ...took } = await listeners.saturate(WINDOW_EVENTS, seconds);
      const cpu = cpuSeconds(server.pid) - before;
      const cpuMicros = (cpu / (events * LISTENERS)) * 1e6;
      return { perSecond: events / took.seconds, cpuMicros, clientLoad: took.clientLoad };
    });
    const [ours, nchan] = results as [FanOut[], FanOut[]];
    return [
      {
        name: `events to ${countText(LISTENERS)} streams of one restaurant`,
        engine: '',
        textOf: perSecond,
        ours: ours.map((run) => run.perSecond),
        instead: { name: PEER, runs: nchan.map((run) => run.perSecond) },
        demands: [{ against: 'instead', atLeast: 2 }],
        detail: `${describe(mediansOf(ours))}; nchan ${describe(mediansOf(nchan))}`,
      },
    ];
  });
};

type FanOut = Record<'perSecond' | 'cpuMicros' | 'clientLoad', number>;

const describe = ({ cpuMicros, clientLoad }: FanOut): string =>
  `${cpuMicros.toFixed(1)} µs each, listeners ${Math.round(clientLoad * 100)} % of a core`;
