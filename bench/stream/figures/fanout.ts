import { cpuSeconds } from '../../support/cores.ts';
import { type Figure, median, progress } from '../../support/report.ts';
import type { Contender } from '../contender.ts';
import { type Crowd, startCrowd } from '../crowd/crowd.ts';
import { type Scene, withContenders } from '../scene.ts';

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
  return withContenders(scene, 'fanout', ours, peers, async (contenders) => {
    const crowds: Crowd[] = [];
    try {
      for (const contender of contenders) {
        const crowd = await startCrowd(contender);
        crowds.push(crowd);
        progress(`stream: fan-out: ${contender.name} gets ${scale.fanoutListeners} listeners`);
        await crowd.open(1, scale.fanoutListeners);
        await crowd.flood(WINDOW_EVENTS, scale.seconds / 2);
      }
      const results = await inTurns(contenders, crowds, scale);
      return toFigures(results, scale.fanoutListeners);
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
    for (const [i, { name, pid }] of contenders.entries()) {
      progress(`stream: fan-out: ${name}, ${round} of ${rounds}`);
      const before = cpuSeconds(pid);
      const flooded = await (crowds[i] as Crowd).flood(WINDOW_EVENTS, seconds);
      const cpu = cpuSeconds(pid) - before;
      results[i]?.push({
        eventsPerSecond: flooded.events / flooded.seconds,
        cpuMicros: (cpu / (flooded.events * fanoutListeners)) * 1e6,
        crowdLoad: flooded.crowdLoad,
      });
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

const toFigures = (results: readonly FanOut[], listeners: number): Figure[] => {
  const [ours, nchan, betterSse, fastifySse] = results as [FanOut, FanOut, FanOut, FanOut];
  const figure = (peerName: string, peer: FanOut, target: number): Figure => ({
    name: `events/s to ${listeners} listeners, beside ${peerName}`,
    ours: describe(ours),
    peer: describe(peer),
    ratio: ours.eventsPerSecond / peer.eventsPerSecond,
    target,
  });
  return [
    figure('nchan', nchan, 0.6),
    figure('better-sse', betterSse, 1.7),
    figure('@fastify/sse', fastifySse, 1.7),
  ];
};

const describe = ({ eventsPerSecond, cpuMicros, crowdLoad }: FanOut): string =>
  `${Math.round(eventsPerSecond)}/s, ${cpuMicros.toFixed(1)} µs each (crowd ${Math.round(crowdLoad * 100)} %)`;
