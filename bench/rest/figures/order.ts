import type { Figure } from '../../support/report.ts';
import { duel } from '../duel.ts';
import { cycle, roundRobin } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { bareFigure, kib } from './speed.ts';

/** One order by its id; thousands of them in turn. */
export const singleOrders = async (scene: Scene): Promise<Figure> => {
  const { orders } = scene.survey;
  const sample = await scene.ask(orders.slice(0, 1));
  const answer = await scene.client.get(sample[0]);
  const [ours, bare] = await duel(
    'one order',
    [
      { name: 'ours', target: scene.ours, take: roundRobin(scene, orders) },
      { name: 'bare', target: await scene.bare(answer), take: cycle(sample) },
    ],
    scene.scale,
  );
  return bareFigure(`one order by id (${kib(answer.body)})`, ours, bare, 0.6);
};
