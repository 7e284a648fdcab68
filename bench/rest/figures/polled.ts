import type { Figure } from '../../support/report.ts';
import { type Question, roundRobin } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { besideLeast } from './least.ts';

/** Every restaurant's first page, again and again: whole, and with the tag of what is known already. */
export const samePages = async (scene: Scene): Promise<Figure[]> => {
  const { firsts } = scene.survey;
  const tagged: Question[] = [];
  for (const question of firsts) {
    const [request] = await scene.ask([question]);
    const { etag } = await scene.client.get(request);
    tagged.push({ ...question, etag });
  }
  const compare = async (title: string, questions: readonly Question[]): Promise<Figure> => {
    const take = roundRobin(scene, questions);
    const targets = { sqlite: 0.6, postgres: 0.5 };
    return (await besideLeast(scene, { title, questions, take, targets })).figure;
  };
  return [
    await compare('the same page again', firsts),
    await compare('the same page, If-None-Match', tagged),
  ];
};
