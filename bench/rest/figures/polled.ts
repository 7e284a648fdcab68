import type { Figure } from '../../support/report.ts';
import type { Fetched } from '../client.ts';
import { duel } from '../duel.ts';
import { cycle, type Question, roundRobin } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { bareFigure, kib } from './speed.ts';

/** Every restaurant's first page, again and again: whole, and with the tag of what is known already. */
export const samePages = async (scene: Scene): Promise<Figure[]> => {
  const { firsts } = scene.survey;
  const tagged: Question[] = [];
  for (const question of firsts) {
    const { etag } = await answerTo(scene, question);
    tagged.push({ ...question, etag });
  }
  const beside = async (title: string, questions: readonly Question[]) => {
    const sample = await scene.ask(questions.slice(0, 1));
    const answer = await scene.client.get(sample[0]);
    const [ours, bare] = await duel(
      title,
      [
        { name: 'ours', target: scene.ours, take: roundRobin(scene, questions) },
        { name: 'bare', target: await scene.bare(answer), take: cycle(sample) },
      ],
      scene.scale,
    );
    return bareFigure(`${title} (${kib(answer.body)})`, ours, bare, 0.75);
  };
  return [
    await beside('the same page again', firsts),
    await beside('the same page, If-None-Match', tagged),
  ];
};

const answerTo = async ({ ask, client }: Scene, question: Question): Promise<Fetched> => {
  const [request] = await ask([question]);
  return client.get(request);
};
