import type { Figure } from '../../support/report.ts';
import { roundRobin } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { besideLeast } from './least.ts';

/** One order by its id; thousands of them in turn. */
export const singleOrders = async (scene: Scene): Promise<Figure> => {
  const { orders } = scene.survey;
  const { figure } = await besideLeast(scene, {
    title: 'one order by id',
    questions: orders,
    take: roundRobin(scene, orders),
    targets: { sqlite: 0.5, postgres: 0.5 },
  });
  return figure;
};
