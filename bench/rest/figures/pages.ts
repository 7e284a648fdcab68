import type { Figure } from '../../support/report.ts';
import { onceEach } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { besideLeast } from './least.ts';
import { describe, speedFigure } from './speed.ts';
import { usualPeer } from './usual-peer.ts';

const USUAL_TARGETS = { sqlite: 8, postgres: 3 };

/** A page of 25 orders, never the same one twice: beside the least and beside the usual. */
export const newPages = async (scene: Scene): Promise<Figure[]> => {
  const { pages } = scene.survey;
  const usual = await usualPeer(scene).catch((error: Error) => error.message);
  const peers = typeof usual === 'string' ? [] : [usual];
  const { figure, ours, others } = await besideLeast(
    scene,
    {
      title: 'page of 25, never twice',
      questions: pages,
      take: onceEach(scene, pages),
      // The last was asked for as a sample, and the first beside the usual server.
      supply: pages.length - 2,
      targets: { sqlite: 0.35, postgres: 0.5 },
    },
    peers,
  );
  const [theirs] = others;
  const name = '… beside Fastify, Kysely, normalised tables';
  const target =
    USUAL_TARGETS[scene.dataset.place.databaseUrl === undefined ? 'sqlite' : 'postgres'];
  return [
    figure,
    theirs === undefined
      ? { name, ours: describe(ours), peer: String(usual), ratio: null, target }
      : speedFigure(name, ours, theirs, target),
  ];
};
