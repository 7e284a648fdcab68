import type { Contender } from '../duel.ts';
import type { LoadRequest, Target } from '../load.ts';
import { prepareUsual } from '../peers/fill.ts';
import { cycle, PAGE_ORDERS } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { pageCursors, pageQuery, readGraphql } from './graphql.ts';

/** Pages that each peer is asked for in turn. It keeps none, so that it need not be all of them. */
const PAGES = 2_000;
/** Restaurants whose pages the generic server is asked for. */
const GENERIC_RESTAURANTS = 40;

export interface UsualPeer extends Contender {
  /** How many times its speed ours should have. */
  factor: number;
}

/** Who answers the same pages from normalised tables. */
export const usualPeers = async (scene: Scene): Promise<UsualPeer[]> => {
  const { dataset, survey } = scene;
  const usual = await prepareUsual(dataset, survey.restaurants);
  const written = await scene.peer('./usual.ts', { usual });
  const requests: LoadRequest[] = survey.pages.slice(0, PAGES).map(({ restauranteId, after }) => ({
    path: `/pedidos?restaurante=${restauranteId}&despues_de=${after}&limite=${PAGE_ORDERS}`,
  }));
  await checkSame(scene, written, requests[0]);
  const peers = [
    {
      name: 'Fastify, Kysely, normalised tables',
      target: written,
      take: cycle(requests),
      factor: 3,
    },
  ];
  if ('file' in usual) return peers;

  const generic = await scene.peer('./generic.ts', usual);
  const restaurants = survey.restaurants.slice(0, GENERIC_RESTAURANTS);
  const cursors = await Promise.all(restaurants.map((id) => pageCursors(generic, id)));
  const queries = cursors.flat().map(({ restauranteId, after }) => pageQuery(restauranteId, after));
  for (const query of queries.slice(0, 1)) {
    const { nodes } = await readGraphql(generic, query);
    if (nodes.length !== PAGE_ORDERS) throw new Error('the generic server answers another page');
  }
  return [...peers, { name: 'PostGraphile', target: generic, take: cycle(queries), factor: 1 }];
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
