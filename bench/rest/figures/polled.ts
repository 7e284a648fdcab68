import type { Figure } from '../../support/report.ts';
import { duel } from '../duel.ts';
import { cycle, type Question, roundRobin } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { bareFigure, kib } from './speed.ts';

/** Every restaurant's first page, again and again: whole, and with the tag of what is known already. */
export const samePages = async (scene: Scene): Promise<Figure[]> => {
  const { firsts } = scene.survey;
  const tagged: Question[] = [];
  let body: Uint8Array = new Uint8Array(0);
  for (const question of firsts) {
    const [request] = await scene.ask([question]);
    const answer = await scene.client.get(request);
    body = answer.body;
    tagged.push({ ...question, etag: answer.etag });
  }
  const sample = await scene.ask(tagged.slice(0, 1));
  const [full, fullBare] = await duel(
    'the same page',
    [
      { name: 'ours', target: scene.ours, take: roundRobin(scene, firsts) },
      { name: 'bare', target: await scene.bare(body), take: cycle(sample) },
    ],
    scene.seconds,
  );
  const [empty, emptyBare] = await duel(
    'the same page, If-None-Match',
    [
      { name: 'ours', target: scene.ours, take: roundRobin(scene, tagged) },
      { name: 'bare', target: await scene.bare(body, 304), take: cycle(sample) },
    ],
    scene.seconds,
  );
  return [
    bareFigure(`the same page again (${kib(body)})`, full, fullBare, 0.75),
    bareFigure('the same page, If-None-Match', empty, emptyBare, 0.75),
  ];
};
