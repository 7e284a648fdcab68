import { type Figure, median, progress } from '../../support/report.ts';
import { type Crowd, startCrowd } from '../crowd/crowd.ts';
import type { Trickled } from '../crowd/protocol.ts';
import { type Scene, withContenders } from '../scene.ts';

/**
 * How long until a listener has an event. nchan's time is from publishing, into its memory. Ours is on
 * disk before anybody hears of it; so there are two: from the answer of the private door, which says
 * that it is there, and from sending the command, with the way to the disk and the wait for it.
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
    const [own, nchan] = results.map((each) => {
      const of = (field: keyof Trickled) => median(each.map((result) => result[field]));
      return {
        p50Ms: of('p50Ms'),
        p99Ms: of('p99Ms'),
        answeredP50Ms: of('answeredP50Ms'),
        answeredP99Ms: of('answeredP99Ms'),
      };
    });
    if (own === undefined || nchan === undefined) throw new Error('nothing was measured');
    const what = `${scale.restaurants} × ${scale.listenersEach} listeners, ${scale.rate} events/s`;
    const figure = (name: string, ours: number, peer: number, target: number | null): Figure => ({
      name: `${what}: ${name} to the listener, beside nchan`,
      ours: `${ours.toFixed(2)} ms`,
      peer: `${peer.toFixed(2)} ms`,
      ratio: ours / peer,
      target,
      atMost: true,
    });
    return [
      figure('p50 from the commit', own.answeredP50Ms, nchan.p50Ms, 2),
      figure('p99 from the commit', own.answeredP99Ms, nchan.p99Ms, 2),
      figure('p50 with the way to the disk', own.p50Ms, nchan.p50Ms, null),
      figure('p99 with the way to the disk', own.p99Ms, nchan.p99Ms, null),
    ];
  });
};
