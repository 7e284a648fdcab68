import type Type from 'typebox';
import type { PaginaPedidos } from '../../src/contract/rutas.ts';
import type { Question, Scene } from './scene.ts';

type Pagina = Type.Static<typeof PaginaPedidos>;

const WALKERS = 16;
export const PAGE_ORDERS = 25;

export const ordinaryRestaurants = ({ dataset }: Scene): string[] =>
  Object.keys(dataset.tokens).filter((id) => /_\d+$/.test(id));

/** Runs over a list with so many at a time. */
const inParallel = async <T>(list: readonly T[], act: (each: T) => Promise<void>) => {
  const rest = [...list];
  const walk = async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) await act(next);
  };
  await Promise.all(Array.from({ length: WALKERS }, walk));
};

export const readPage = async (
  { client, ask }: Scene,
  restauranteId: string,
  path: string,
): Promise<Pagina> => {
  const [request] = await ask([{ restauranteId, path }]);
  if (request === undefined) throw new Error('no request');
  return JSON.parse((await client.get(request)).body.toString()) as Pagina;
};

/**
 * Full pages that all differ: every restaurant's list, begun after each `step` orders. Restaurants
 * take turns, so that neighbours in the list have nothing in common.
 */
export const distinctPages = async (scene: Scene, step: number): Promise<Question[]> => {
  const columns: Question[][] = [];
  await inParallel(ordinaryRestaurants(scene), async (restauranteId) => {
    const column: Question[] = [];
    let cursor = '';
    for (let at = 0; ; at += step) {
      const page = await readPage(scene, restauranteId, `/pedidos?limite=${step}${cursor}`);
      const { siguiente, total_aprox: total } = page.paginacion;
      if (siguiente === null || at + step + PAGE_ORDERS > total) break;
      cursor = `&cursor=${siguiente}`;
      column.push({ restauranteId, path: `/pedidos?limite=${PAGE_ORDERS}${cursor}` });
    }
    columns.push(column);
  });
  const longest = Math.max(...columns.map((column) => column.length));
  const pages = Array.from({ length: longest }, (_, row) =>
    columns.flatMap((column) => column[row] ?? []),
  ).flat();
  if (new Set(pages.map((page) => page.path)).size < pages.length) throw new Error('a page twice');
  return pages;
};

/** Gives each question once. */
export const onceEach = (scene: Scene, questions: readonly Question[]) => {
  let at = 0;
  return (count: number) => {
    if (at + count > questions.length) {
      throw new Error(`${questions.length} questions do not suffice: ${at + count} are needed`);
    }
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
