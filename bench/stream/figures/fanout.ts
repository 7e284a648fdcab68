import { cpuSeconds } from '../../support/cores.ts';
import { progress } from '../../support/progress.ts';
import { type Figure, median } from '../../support/report.ts';
import type { Contender } from '../contender.ts';
import { type Crowd, startCrowd } from '../crowd/crowd.ts';
import { byName, type Lineup, type Scene, withContenders } from '../scene.ts';

/**
 * Events on their way to each listener: enough that nobody waits for the other side's next turn, and
 * far below what any of the servers calls a slow listener.
 */
const WINDOW_EVENTS = 48;

interface FanOut {
  eventsPerSecond: number;
  /** Processor time of the server for one event to one listener, in microseconds. */
  cpuMicros: number;
  crowdLoad: number;
}

/** Events a second to a thousand listeners of one restaurant. */
export const fanOut = (scene: Scene): Promise<Figure[]> => {
  const { scale } = scene;
  const ours = { restaurants: 1, each: scale.fanoutListeners };
  const peers = ['nchan', 'better-sse', 'fastify-sse'] as const;
  return withContenders(scene, 'fanout', ours, peers, async (lineup) => {
    const crowds: Crowd[] = [];
    try {
      for (const contender of lineup.all) {
        const crowd = await startCrowd(contender);
        crowds.push(crowd);
        progress(`fan-out: ${contender.name} gets ${scale.fanoutListeners} listeners`);
        await crowd.open(1, scale.fanoutListeners);
        await crowd.flood(WINDOW_EVENTS, scale.seconds / 2);
      }
      const results = await inTurns(lineup.all, crowds, scale);
      return toFigures(lineup, results, scale.fanoutListeners);
    } finally {
      for (const crowd of crowds) await crowd.stop();
    }
  });
};

/** Everybody in turn, several times: what else the machine does meets all of them alike. */
const inTurns = async (
  contenders: readonly Contender[],
  crowds: readonly Crowd[],
  { rounds, seconds, fanoutListeners }: Scene['scale'],
): Promise<FanOut[]> => {
  const results: FanOut[][] = contenders.map(() => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [i, contender] of contenders.entries()) {
      progress(`fan-out: ${contender.name}, ${round} of ${rounds}`);
      const crowd = crowds[i] as Crowd;
      results[i]?.push(await flood(contender, crowd, WINDOW_EVENTS, seconds, fanoutListeners));
    }
  }
  return results.map((each) => {
    const of = (field: keyof FanOut) => median(each.map((result) => result[field]));
    return {
      eventsPerSecond: of('eventsPerSecond'),
      cpuMicros: of('cpuMicros'),
      crowdLoad: of('crowdLoad'),
    };
  });
};

/** As many events as a server can deliver to so many listeners, and what that costs it. */
export const flood = async (
  { pid }: Contender,
  crowd: Crowd,
  window: number,
  seconds: number,
  listeners: number,
): Promise<FanOut> => {
  const before = cpuSeconds(pid);
  const flooded = await crowd.flood(window, seconds);
  const cpu = cpuSeconds(pid) - before;
  return {
    eventsPerSecond: flooded.events / flooded.seconds,
    cpuMicros: (cpu / (flooded.events * listeners)) * 1e6,
    crowdLoad: flooded.crowdLoad,
  };
};

const toFigures = (lineup: Lineup, results: readonly FanOut[], listeners: number): Figure[] => {
  const found = byName(lineup, results);
  const ours = found.get('Comanda');
  if (ours === undefined) throw new Error('nothing was measured');
  const figure = (peerName: string, target: number): Figure => {
    const peer = found.get(peerName);
    return {
      name: `events/s to ${listeners.toLocaleString('en')} listeners, beside ${peerName}`,
      ours: describe(ours),
      peer: peer === undefined ? (lineup.missing.get(peerName) ?? '') : describe(peer),
      ratio: peer === undefined ? null : ours.eventsPerSecond / peer.eventsPerSecond,
      target,
    };
  };
  return [figure('nchan', 0.6), figure('better-sse', 1.7), figure('fastify-sse', 1.7)];
};

const describe = ({ eventsPerSecond, cpuMicros, crowdLoad }: FanOut): string =>
  `${Math.round(eventsPerSecond)}/s, ${cpuMicros.toFixed(1)} µs each (crowd ${Math.round(crowdLoad * 100)} %)`;
