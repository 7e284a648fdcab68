import type { Figure } from '../../support/report.ts';
import { type Contender, duel } from '../duel.ts';
import { cycle, onceEach } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { bareFigure, describe, kib, speedFigure } from './speed.ts';
import { usualPeers } from './usual-peers.ts';

/** A page of 25 orders, never the same one twice: beside the least, the usual and the generic. */
export const newPages = async (scene: Scene): Promise<Figure[]> => {
  const { pages } = scene.survey;
  const sample = await scene.ask(pages.slice(-1));
  const answer = await scene.client.get(sample[0]);
  const peers = await usualPeers(scene);
  const present = peers.flatMap(({ contender }) =>
    typeof contender === 'string' ? [] : [contender],
  );
  const contenders: [Contender, Contender, ...Contender[]] = [
    { name: 'ours', target: scene.ours, take: onceEach(scene, pages), supply: pages.length - 2 },
    { name: 'bare', target: await scene.bare(answer), take: cycle(sample) },
    ...present,
  ];
  const [ours, bare, ...others] = await duel('new pages', contenders, scene.scale);
  return [
    bareFigure(`page of 25, never twice (${kib(answer.body)})`, ours, bare, 0.35),
    ...peers.flatMap(({ name, factor, contender }): Figure[] => {
      const title = `… beside ${name}`;
      if (typeof contender === 'string') {
        return [
          { name: title, ours: describe(ours), peer: contender, ratio: null, target: factor },
        ];
      }
      const theirs = others[present.indexOf(contender)];
      return theirs === undefined ? [] : [speedFigure(title, ours, theirs, factor)];
    }),
  ];
};
