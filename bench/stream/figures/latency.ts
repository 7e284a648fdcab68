import { progress } from '../../support/progress.ts';
import { type Figure, median } from '../../support/report.ts';
import { type Crowd, startCrowd } from '../crowd/crowd.ts';
import type { Trickled } from '../crowd/protocol.ts';
import { byName, type Scene, withContenders } from '../scene.ts';

type Times = Omit<Trickled, 'deliveries' | 'crowdLoad'>;

/**
 * How long until a listener has an event. nchan's time is from publishing, into its memory. Ours is on
 * disk before anybody hears of it; so there are two: from the answer of the private door, which says
 * that it is there, and from sending the command, with the way to the disk and the wait for it.
 */
export const deliveryTime = (scene: Scene): Promise<Figure[]> => {
  const { scale } = scene;
  const ours = { restaurants: scale.restaurants, each: scale.listenersEach };
  return withContenders(scene, 'latency', ours, ['nchan'], async (lineup) => {
    const crowds: Crowd[] = [];
    const results: Trickled[][] = lineup.all.map(() => []);
    try {
      for (const contender of lineup.all) {
        progress(`latency: ${contender.name} gets its listeners`);
        const crowd = await startCrowd(contender);
        crowds.push(crowd);
        await crowd.open(scale.restaurants, scale.listenersEach);
      }
      for (let round = 1; round <= scale.rounds; round += 1) {
        for (const [i, crowd] of crowds.entries()) {
          progress(`latency: ${lineup.all[i]?.name}, ${round} of ${scale.rounds}`);
          results[i]?.push(await crowd.trickle(scale.rate, scale.latencySeconds));
        }
      }
    } finally {
      for (const crowd of crowds) await crowd.stop();
    }
    const found = byName(lineup, results.map(mediansOf));
    const [own, nchan] = [found.get('Comanda'), found.get('nchan')];
    if (own === undefined) throw new Error('nothing was measured');
    const what = `${scale.restaurants} × ${scale.listenersEach} listeners, ${scale.rate} events/s`;
    const figure = (
      name: string,
      [ours, peer]: [keyof Times, keyof Times],
      target: number | null,
    ): Figure => ({
      name: `${what}: ${name}, beside nchan`,
      ours: `${own[ours].toFixed(2)} ms`,
      peer:
        nchan === undefined
          ? (lineup.missing.get('nchan') ?? '')
          : `${nchan[peer].toFixed(2)} ms from publishing`,
      ratio: nchan === undefined ? null : own[ours] / nchan[peer],
      target,
      atMost: true,
    });
    return [
      figure('commit to client, p50', ['answeredP50Ms', 'p50Ms'], 2),
      figure('commit to client, p99', ['answeredP99Ms', 'p99Ms'], 2),
      figure('sending to client, p50', ['p50Ms', 'p50Ms'], null),
      figure('sending to client, p99', ['p99Ms', 'p99Ms'], null),
    ];
  });
};

const mediansOf = (rounds: readonly Trickled[]): Times => {
  const of = (field: keyof Times) => median(rounds.map((result) => result[field]));
  return {
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    answeredP50Ms: of('answeredP50Ms'),
    answeredP99Ms: of('answeredP99Ms'),
  };
};
