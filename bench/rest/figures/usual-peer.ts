import { peersProblem } from '../../support/install.ts';
import type { Contender } from '../duel.ts';
import type { LoadRequest, Target } from '../load.ts';
import { usualOf } from '../peers/fill.ts';
import { cycle, PAGE_ORDERS } from '../questions.ts';
import type { Scene } from '../scene.ts';

/** Pages that it is asked for in turn. It keeps none, so that it need not be all of them. */
const PAGES = 2_000;

/** A server that answers the same pages from normalised tables, as one would usually write it. */
export const usualPeer = async (scene: Scene): Promise<Contender> => {
  const problem = peersProblem();
  if (problem !== null) throw new Error(problem);
  const { dataset, survey } = scene;
  const target = await scene.peer('./usual.ts', { usual: usualOf(dataset.place) });
  const requests: LoadRequest[] = survey.pages.slice(0, PAGES).map(({ restauranteId, after }) => ({
    path: `/pedidos?restaurante=${restauranteId}&despues_de=${after}&limite=${PAGE_ORDERS}`,
  }));
  await checkSame(scene, target, requests[0]);
  return { name: 'usual', target, take: cycle(requests) };
};

/** A server that answers something else, or less, would be no peer. */
const checkSame = async (scene: Scene, peer: Target, asked: LoadRequest | undefined) => {
  const [request] = await scene.ask(scene.survey.pages.slice(0, 1));
  const ours = JSON.parse((await scene.client.get(request)).body.toString());
  const theirs = (await (await fetch(`${peer.url}${asked?.path}`)).json()) as Page;
  if (gist(ours) !== gist(theirs)) throw new Error('the usual server answers another page');
};

interface Page {
  datos: { id: string; items: { opciones: unknown[] }[] }[];
}

const gist = ({ datos }: Page): string =>
  JSON.stringify(datos.map(({ id, items }) => [id, items.map((item) => item.opciones.length)]));
