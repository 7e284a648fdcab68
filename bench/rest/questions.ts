import { makeCursorCodecs } from '../../src/domain/cursor.ts';
import { openTestStore } from '../../test/support/service.ts';
import type { Database } from './data/databases.ts';
import { ordinaryIds } from './data/orders.ts';

/** A request to our API: the restaurant and the path. */
export interface Question {
  restauranteId: string;
  path: string;
  /** The same request to the bare loop on PostgreSQL (peers/postgres.ts). */
  stored?: string;
  etag?: string;
}

/** A request for a page, and the order that precedes it. */
interface PageQuestion extends Question {
  after: string;
}

/** The requests that servers get under load. */
export interface Questions {
  /** Full pages, each different. */
  pages: PageQuestion[];
  /** First pages of all ordinary restaurants. */
  firstPages: Question[];
  orders: Question[];
}

export const PAGE_ORDERS = 25;
export const FIRST_PAGE = `/pedidos?limite=${PAGE_ORDERS}`;

/** The filters in a cursor of an unfiltered list, which is also bound to the restaurant. */
const NO_FILTERS = JSON.stringify([[], null, null, null]);
/** Sorts after every id. */
const AFTER_ALL = '~';

/**
 * Makes cursors like the service, with its secret: walking through a million orders for them took half a minute. The
 * result alternates between restaurants, so that neighbours have nothing in common.
 */
export const makeQuestions = async (database: Database): Promise<Questions> => {
  const { target, size, pageStarts, newest, pageStep } = database;
  const store = await openTestStore(target);
  const cursors = makeCursorCodecs(await store.secret('cursor'));
  await store.close();
  const restaurants = ordinaryIds(size);
  const isFull = (_: string, i: number) => (i + 1) * pageStep + PAGE_ORDERS <= size.ordersEach;
  const pagesOf = (restauranteId: string): PageQuestion[] => {
    const { encode } = cursors({ restauranteId, filters: NO_FILTERS });
    return (pageStarts[restauranteId] ?? []).filter(isFull).map((after) => {
      const cursor = encode({ direction: 'after', id: after });
      const stored = `/pagina/${restauranteId}/${after}`;
      return { restauranteId, path: `${FIRST_PAGE}&cursor=${cursor}`, stored, after };
    });
  };
  const ordersOf = (restauranteId: string): Question[] =>
    (newest[restauranteId] ?? []).map((id) => {
      return { restauranteId, path: `/pedidos/${id}`, stored: `/pedido/${restauranteId}/${id}` };
    });
  return {
    pages: takeTurns(restaurants.map(pagesOf)),
    firstPages: restaurants.map((restauranteId) => {
      return { restauranteId, path: FIRST_PAGE, stored: `/pagina/${restauranteId}/${AFTER_ALL}` };
    }),
    orders: takeTurns(restaurants.map(ordersOf)),
  };
};

const takeTurns = <T>(columns: readonly T[][]): T[] =>
  Array.from({ length: Math.max(...columns.map((column) => column.length)) }, (_, row) =>
    columns.flatMap((column) => column[row] ?? []),
  ).flat();
