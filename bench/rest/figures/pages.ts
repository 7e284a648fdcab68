import type { Figure } from '../../support/report.ts';
import { type Contender, duel } from '../duel.ts';
import { cycle, onceEach } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { bareFigure, kib, speedFigure } from './speed.ts';
import { usualPeers } from './usual-peers.ts';

/** A page of 25 orders, never the same one twice: beside the least, the usual and the generic. */
export const newPages = async (scene: Scene): Promise<Figure[]> => {
  const { pages } = scene.survey;
  const sample = await scene.ask(pages.slice(-1));
  const answer = await scene.client.get(sample[0]);
  const peers = await usualPeers(scene);
  const contenders: Contender[] = [
    { name: 'ours', target: scene.ours, take: onceEach(scene, pages), supply: pages.length - 1 },
    { name: 'bare', target: await scene.bare(answer), take: cycle(sample) },
    ...peers,
  ];
  const [ours, bare, ...others] = await duel('new pages', contenders, scene.scale.seconds);
  if (ours === undefined || bare === undefined) throw new Error('a contender is missing');
  return [
    bareFigure(`page of 25, never twice (${kib(answer.body)})`, ours, bare, 0.35),
    ...peers.flatMap(({ name, factor }, i) => {
      const theirs = others[i];
      return theirs === undefined ? [] : speedFigure(`… beside ${name}`, ours, theirs, factor);
    }),
  ];
};
