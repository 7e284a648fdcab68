import { systemClock } from '../../src/clock.ts';
import { makeCursorCodec } from '../../src/domain/cursor.ts';
import { makeRandomBytes } from '../../src/random.ts';
import { openStore } from '../../src/storage/open.ts';
import type { Dataset } from './data.ts';
import { ordinaryIds } from './orders.ts';
import { FIRST_PAGE, PAGE_ORDERS, type Question } from './questions.ts';

/** What a cursor of a list without filters is bound to besides its restaurant. */
const NO_FILTERS = JSON.stringify([[], null, null, null]);

/** A page, and the order that it begins after. */
export interface PageQuestion extends Question {
  after: string;
}

/** All that is asked for in the figures. */
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
 * Cursors are made here as the service makes them, with its secret: to walk through a million orders for
 * them took half a minute. Restaurants take turns in the result, so that neighbours have nothing in common.
 */
export const makeSurvey = async (dataset: Dataset): Promise<Survey> => {
  const { place, size, starts, newest, pageStep } = dataset;
  const deps = { clock: systemClock, randomBytes: makeRandomBytes() };
  const store = await openStore({ databaseUrl: null, ...place }, deps);
  const cursors = makeCursorCodec(await store.secret('cursor'));
  await store.close();
  const restaurants = ordinaryIds(size);
  const each = Math.floor(size.orders / size.restaurants);
  const isFull = (_: string, i: number) => (i + 1) * pageStep + PAGE_ORDERS <= each;
  const pagesOf = (restauranteId: string): PageQuestion[] =>
    (starts[restauranteId] ?? []).filter(isFull).map((after) => {
      const scope = { restauranteId, filters: NO_FILTERS };
      const cursor = cursors.encode({ direction: 'after', id: after }, scope);
      const stored = `/pagina/${restauranteId}/${after}`;
      return { restauranteId, path: `${FIRST_PAGE}&cursor=${cursor}`, stored, after };
    });
  return {
    restaurants,
    pages: takeTurns(restaurants.map(pagesOf)),
    firsts: restaurants.map((restauranteId) => ({
      restauranteId,
      path: FIRST_PAGE,
      stored: `/pagina/${restauranteId}/~`,
    })),
    orders: takeTurns(
      restaurants.map((restauranteId) =>
        (newest[restauranteId] ?? []).map((id) => ({
          restauranteId,
          path: `/pedidos/${id}`,
          stored: `/pedido/${restauranteId}/${id}`,
        })),
      ),
    ),
  };
};

const takeTurns = <T>(columns: readonly T[][]): T[] =>
  Array.from({ length: Math.max(...columns.map((column) => column.length)) }, (_, row) =>
    columns.flatMap((column) => column[row] ?? []),
  ).flat();
