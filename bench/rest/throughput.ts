import type { Figure } from '../support/report.ts';
import { duel } from './duel.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import {
  distinctPages,
  onceEach,
  ordinaryRestaurants,
  PAGE_ORDERS,
  readPage,
  roundRobin,
} from './questions.ts';
import type { Question, Scene } from './scene.ts';

const FIRST_PAGE = `/pedidos?limite=${PAGE_ORDERS}`;

/** Requests a second of ours beside those of a server that only sends the same bytes. */
export const speedFigure = (
  name: string,
  ours: LoadResult,
  peer: LoadResult,
  target: number,
): Figure => ({
  name,
  ours: describe(ours),
  peer: describe(peer),
  ratio: ours.perSecond / peer.perSecond,
  target,
});

const describe = ({ perSecond, cpuMicros, p99Micros }: LoadResult): string =>
  `${Math.round(perSecond).toLocaleString('en')}/s, ${Math.round(cpuMicros)} µs, p99 ${(p99Micros / 1_000).toFixed(1)} ms`;

/** A page of 25 orders, never the same one twice. */
export const newPages = async (scene: Scene, step: number): Promise<Figure> => {
  const pages = await distinctPages(scene, step);
  const [sample] = await scene.ask(pages.slice(-1));
  const { body } = await scene.client.get(sample as LoadRequest);
  const bare = await scene.bare(body);
  const [ours, theirs] = await duel(
    'new pages',
    [
      { name: 'ours', target: scene.ours, take: onceEach(scene, pages), supply: pages.length },
      { name: 'bare', target: bare, take: repeated(sample) },
    ],
    scene.seconds,
  );
  return speedFigure(`page of 25, never twice (${kib(body)})`, ours, theirs, 0.35);
};

/** Every restaurant's first page, asked for again and again. */
export const samePages = async (scene: Scene): Promise<Figure[]> => {
  const questions: Question[] = ordinaryRestaurants(scene).map((restauranteId) => ({
    restauranteId,
    path: FIRST_PAGE,
  }));
  const tagged: Question[] = [];
  let body: Uint8Array = new Uint8Array();
  for (const [i, request] of (await scene.ask(questions)).entries()) {
    const answer = await scene.client.get(request);
    body = answer.body;
    tagged.push({ ...(questions[i] as Question), etag: answer.etag });
  }
  const [sample] = await scene.ask(tagged.slice(0, 1));
  const [full, fullBare] = await duel(
    'the same page',
    [
      { name: 'ours', target: scene.ours, take: roundRobin(scene, questions) },
      { name: 'bare', target: await scene.bare(body), take: repeated(sample) },
    ],
    scene.seconds,
  );
  const [empty, emptyBare] = await duel(
    'the same page, If-None-Match',
    [
      { name: 'ours', target: scene.ours, take: roundRobin(scene, tagged) },
      { name: 'bare', target: await scene.bare(body, 304), take: repeated(sample) },
    ],
    scene.seconds,
  );
  return [
    speedFigure(`the same page again (${kib(body)})`, full, fullBare, 0.75),
    speedFigure('the same page, If-None-Match', empty, emptyBare, 0.75),
  ];
};

/** One order by its id. */
export const singleOrders = async (scene: Scene): Promise<Figure> => {
  const questions: Question[] = [];
  for (const restauranteId of ordinaryRestaurants(scene)) {
    const { datos } = await readPage(scene, restauranteId, '/pedidos?limite=100');
    for (const { id } of datos) questions.push({ restauranteId, path: `/pedidos/${id}` });
  }
  // Neighbours are of different restaurants.
  const shuffled = questions.map((_, i) => questions[(i * 7_919) % questions.length] as Question);
  const [sample] = await scene.ask(shuffled.slice(0, 1));
  const { body } = await scene.client.get(sample as LoadRequest);
  const [ours, theirs] = await duel(
    'one order',
    [
      { name: 'ours', target: scene.ours, take: roundRobin(scene, shuffled) },
      { name: 'bare', target: await scene.bare(body), take: repeated(sample) },
    ],
    scene.seconds,
  );
  return speedFigure(`one order by id (${kib(body)})`, ours, theirs, 0.6);
};

/** The same request over and over: for servers that look at nothing. */
const repeated = (request: LoadRequest | undefined) => async (count: number) =>
  Array.from({ length: count }, () => request as LoadRequest);

const kib = (body: Uint8Array): string => `${(body.length / 1_024).toFixed(1)} KiB`;
