import type Type from 'typebox';
import type { PaginaPedidos } from '../../src/contract/rutas/rutas.ts';
import type { LoadRequest } from './load.ts';
import type { Scene } from './scene.ts';

/** A question to our API: whose, and what. */
export interface Question {
  restauranteId: string;
  path: string;
  /** The same, as the bare loop on PostgreSQL is asked (peers/postgres.ts). */
  stored?: string;
  etag?: string;
}

export const PAGE_ORDERS = 25;
export const FIRST_PAGE = `/pedidos?limite=${PAGE_ORDERS}`;

type Pagina = Type.Static<typeof PaginaPedidos>;
export type Reader = Pick<Scene, 'ask' | 'client'>;

export const readPage = async (
  { client, ask }: Reader,
  restauranteId: string,
  path: string,
): Promise<Pagina> => {
  const [request] = await ask([{ restauranteId, path }]);
  return JSON.parse((await client.get(request)).body.toString()) as Pagina;
};

/** The cursor of the page that follows; only that is parsed. */
export const readNext = async (
  { client, ask }: Reader,
  restauranteId: string,
  path: string,
): Promise<string | null> => {
  const [request] = await ask([{ restauranteId, path }]);
  const { body } = await client.get(request);
  const text = body.toString('latin1', body.lastIndexOf('"paginacion":'));
  return /"siguiente":"([^"]+)"/.exec(text)?.[1] ?? null;
};

/** Gives each question once. */
export const onceEach = (scene: Scene, questions: readonly Question[]) => {
  let at = 0;
  return (count: number) => {
    if (at + count > questions.length) throw new Error('there are too few questions');
    at += count;
    return scene.ask(questions.slice(at - count, at));
  };
};

/** Gives the questions over and over. */
export const roundRobin = (scene: Scene, questions: readonly Question[]) => {
  let at = 0;
  return (count: number) => {
    const next = Array.from({ length: count }, (_, i) => questions[(at + i) % questions.length]);
    at += count;
    return scene.ask(next.filter((each) => each !== undefined));
  };
};

/** Gives requests that need no key over and over. */
export const cycle = (requests: readonly LoadRequest[]) => {
  let at = 0;
  return async (count: number): Promise<LoadRequest[]> => {
    const next = Array.from({ length: count }, (_, i) => requests[(at + i) % requests.length]);
    at += count;
    return next.filter((each) => each !== undefined);
  };
};
