import { type Figure, median, progress } from '../../support/report.ts';
import { type Crowd, startCrowd } from '../crowd/crowd.ts';
import type { Trickled } from '../crowd/protocol.ts';
import { type Scene, withContenders } from '../scene.ts';

/**
 * From the moment an event is sent to the server until a listener has it. Ours is on disk before anybody
 * hears of it, nchan's only in memory: the way to the disk is part of our figure.
 */
export const deliveryTime = (scene: Scene): Promise<Figure[]> => {
  const { scale } = scene;
  const ours = { restaurants: scale.restaurants, each: scale.listenersEach };
  return withContenders(scene, 'latency', ours, ['nchan'], async (contenders) => {
    const crowds: Crowd[] = [];
    const results: Trickled[][] = contenders.map(() => []);
    try {
      for (const contender of contenders) {
        progress(`stream: latency: ${contender.name} gets its listeners`);
        const crowd = await startCrowd(contender);
        crowds.push(crowd);
        await crowd.open(scale.restaurants, scale.listenersEach);
      }
      for (let round = 1; round <= scale.rounds; round += 1) {
        for (const [i, crowd] of crowds.entries()) {
          progress(`stream: latency: ${contenders[i]?.name}, ${round} of ${scale.rounds}`);
          results[i]?.push(await crowd.trickle(scale.rate, scale.seconds * 2));
        }
      }
    } finally {
      for (const crowd of crowds) await crowd.stop();
    }
    const [own, nchan] = results.map((each) => ({
      p50Ms: median(each.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(each.map(({ p99Ms }) => p99Ms)),
    }));
    if (own === undefined || nchan === undefined) throw new Error('nothing was measured');
    const what = `${scale.restaurants} × ${scale.listenersEach} listeners, ${scale.rate} events/s`;
    const figure = (name: string, field: 'p50Ms' | 'p99Ms', target: number): Figure => ({
      name: `${what}: ${name} to the listener, beside nchan`,
      ours: `${own[field].toFixed(2)} ms`,
      peer: `${nchan[field].toFixed(2)} ms`,
      ratio: own[field] / nchan[field],
      target,
      atMost: true,
    });
    return [figure('p50', 'p50Ms', P50_TARGET), figure('p99', 'p99Ms', 2)];
  });
};

/** A flush to the disk is most of it; the tail is what listeners feel. */
const P50_TARGET = 10;
