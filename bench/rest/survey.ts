import { progress } from '../support/report.ts';
import type { Dataset } from './dataset.ts';
import { FIRST_PAGE, PAGE_ORDERS, type Question, type Reader, readPage } from './questions.ts';

const WALKERS = 16;
/** Orders of each restaurant that are asked for by their ids. */
const SINGLE_ORDERS = 100;

/** A page, and the order that it begins after. */
export interface PageQuestion extends Question {
  after: string;
}

/** All that is asked for in the figures: found out beforehand, from a server that is not measured. */
export interface Survey {
  /** Restaurants of the same, ordinary size. */
  restaurants: string[];
  /** Full pages, each different. */
  pages: PageQuestion[];
  /** First pages of all restaurants. */
  firsts: Question[];
  /** Single orders. */
  orders: Question[];
}

/**
 * Walks through every restaurant's list in steps of so many orders; a page begins after each of
 * them. Restaurants take turns in the result, so that neighbours have nothing in common.
 */
export const makeSurvey = async (
  reader: Reader,
  { tokens, place }: Dataset,
  /** Null: pages are not asked for. */
  step: number | null,
): Promise<Survey> => {
  const restaurants = Object.keys(tokens).filter((id) => /_\d+$/.test(id));
  const pages: PageQuestion[][] = [];
  const orders: Question[][] = [];
  await inParallel(restaurants, async (restauranteId) => {
    pages.push(step === null ? [] : await walk(reader, restauranteId, step));
    const path = `/pedidos?limite=${SINGLE_ORDERS}`;
    const { datos } = await readPage(reader, restauranteId, path);
    if (pages.length % 50 === 0) progress(`rest on ${place.engine}: ${pages.length} surveyed`);
    orders.push(datos.map(({ id }) => ({ restauranteId, path: `/pedidos/${id}` })));
  });
  const survey = {
    restaurants,
    pages: takeTurns(pages),
    firsts: restaurants.map((restauranteId) => ({ restauranteId, path: FIRST_PAGE })),
    orders: takeTurns(orders),
  };
  const paths = new Set(survey.pages.map(({ path }) => path));
  if (paths.size < survey.pages.length) throw new Error('the survey has a page twice');
  return survey;
};

const walk = async (
  reader: Reader,
  restauranteId: string,
  step: number,
): Promise<PageQuestion[]> => {
  const pages: PageQuestion[] = [];
  let cursor = '';
  for (let at = step; ; at += step) {
    const page = await readPage(reader, restauranteId, `/pedidos?limite=${step}${cursor}`);
    const { siguiente, total_aprox: total } = page.paginacion;
    if (siguiente === null || at + PAGE_ORDERS > total) return pages;
    cursor = `&cursor=${siguiente}`;
    const after = page.datos.at(-1)?.id ?? '';
    pages.push({ restauranteId, path: FIRST_PAGE + cursor, after });
  }
};

const takeTurns = <T>(columns: readonly T[][]): T[] =>
  Array.from({ length: Math.max(...columns.map((column) => column.length)) }, (_, row) =>
    columns.flatMap((column) => column[row] ?? []),
  ).flat();

const inParallel = async <T>(list: readonly T[], act: (each: T) => Promise<void>) => {
  const rest = [...list];
  const work = async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) await act(next);
  };
  await Promise.all(Array.from({ length: WALKERS }, work));
};
