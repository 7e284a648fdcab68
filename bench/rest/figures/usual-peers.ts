import { peersProblem } from '../../support/install.ts';
import type { Contender } from '../duel.ts';
import type { LoadRequest, Target } from '../load.ts';
import { usualOf } from '../peers/fill.ts';
import { cycle, PAGE_ORDERS } from '../questions.ts';
import type { Scene } from '../scene.ts';
import { pageCursors, pageQuery, readGraphql } from './graphql.ts';

/** Pages that each peer is asked for in turn. It keeps none, so that it need not be all of them. */
const PAGES = 2_000;
/** Restaurants whose pages the generic server is asked for. */
const GENERIC_RESTAURANTS = 40;

/** Who answers the same pages from normalised tables, and how many times its speed ours should have. */
export interface UsualPeer {
  name: string;
  factor: number;
  /** Or why it cannot. */
  contender: Contender | string;
}

interface Way {
  name: string;
  factor: number;
  start(scene: Scene): Promise<Pick<Contender, 'target' | 'take'>>;
}

export const usualPeers = async (scene: Scene): Promise<UsualPeer[]> => {
  const ways = scene.dataset.place.databaseUrl === undefined ? [WRITTEN] : [WRITTEN, GENERIC];
  const peers: UsualPeer[] = [];
  for (const { name, factor, start } of ways) {
    const problem = peersProblem();
    const contender =
      problem ??
      (await start(scene).then(
        (started) => ({ name, ...started }),
        (error: Error) => `failed: ${error.message.split('\n')[0]}`,
      ));
    peers.push({ name, factor, contender });
  }
  return peers;
};

const WRITTEN: Way = {
  name: 'Fastify, Kysely, normalised tables',
  factor: 3,
  async start(scene) {
    const { dataset, survey } = scene;
    const target = await scene.peer('./usual.ts', { usual: usualOf(dataset.place) });
    const requests: LoadRequest[] = survey.pages
      .slice(0, PAGES)
      .map(({ restauranteId, after }) => ({
        path: `/pedidos?restaurante=${restauranteId}&despues_de=${after}&limite=${PAGE_ORDERS}`,
      }));
    await checkSame(scene, target, requests[0]);
    return { target, take: cycle(requests) };
  },
};

const GENERIC: Way = {
  name: 'PostGraphile',
  factor: 1,
  async start(scene) {
    const target = await scene.peer('./generic.ts', usualOf(scene.dataset.place));
    const restaurants = scene.survey.restaurants.slice(0, GENERIC_RESTAURANTS);
    const cursors = await Promise.all(restaurants.map((id) => pageCursors(target, id)));
    const queries = cursors.flat().map((each) => pageQuery(each.restauranteId, each.after));
    for (const query of queries.slice(0, 1)) {
      const { nodes } = await readGraphql(target, query);
      if (nodes.length !== PAGE_ORDERS) throw new Error('it answers another page');
    }
    return { target, take: cycle(queries) };
  },
};

/** A server that answers something else, or less, would be no peer. */
const checkSame = async (scene: Scene, peer: Target, asked: LoadRequest | undefined) => {
  const [request] = await scene.ask(scene.survey.pages.slice(0, 1));
  const ours = JSON.parse((await scene.client.get(request)).body.toString());
  const theirs = (await (await fetch(`${peer.url}${asked?.path}`)).json()) as Page;
  if (gist(ours) !== gist(theirs)) throw new Error('it answers another page');
};

interface Page {
  datos: { id: string; items: { opciones: unknown[] }[] }[];
}

const gist = ({ datos }: Page): string =>
  JSON.stringify(datos.map(({ id, items }) => [id, items.map((item) => item.opciones.length)]));
