import { makeCursorCodecs } from '../../src/domain/cursor.ts';
import { filtrosText, UNFILTERED } from '../../src/domain/pedido/filtros.ts';
import { openTestStore } from '../../test/support/service.ts';
import type { Database } from './data/database.ts';
import { ordinaryIds } from './data/orders.ts';

/** A request to our API: the restaurant and the path. */
export interface Question {
  restauranteId: string;
  path: string;
  etag?: string;
}

/** A request that the bare loop on PostgreSQL (peers/postgres.ts) gets as well. */
export interface StoredQuestion extends Question {
  stored: string;
}

/** A request for a page, and the order that precedes it. */
export interface PageQuestion extends StoredQuestion {
  after: string;
}

export const PAGE_ORDERS = 25;
export const FIRST_PAGE = `/pedidos?limite=${PAGE_ORDERS}`;

/** The filters in a cursor of an unfiltered list, which is also bound to the restaurant. */
const NO_FILTERS = filtrosText(UNFILTERED);
/** Sorts after every id. */
const AFTER_ALL = '~';
const ORDERS_EACH = 100;

/**
 * Full pages of the ordinary restaurants, each different. Makes cursors like the service, with its secret: walking
 * through a million orders for them took half a minute.
 */
export const makePages = async ({ target, size, newest }: Database): Promise<PageQuestion[]> => {
  const store = await openTestStore(target);
  const cursors = makeCursorCodecs(await store.secret('cursor'));
  await store.close();
  const pagesOf = (restauranteId: string): PageQuestion[] => {
    const { encode } = cursors({ restauranteId, filters: NO_FILTERS });
    return (newest[restauranteId] ?? []).slice(0, -PAGE_ORDERS).map((after) => {
      const cursor = encode({ direction: 'after', id: after });
      const stored = `/pagina/${restauranteId}/${after}`;
      return { restauranteId, path: `${FIRST_PAGE}&cursor=${cursor}`, stored, after };
    });
  };
  return takeTurns(ordinaryIds(size).map(pagesOf));
};

/** First pages of all ordinary restaurants. */
export const makeFirstPages = ({ size }: Database): StoredQuestion[] =>
  ordinaryIds(size).map((restauranteId) => {
    return { restauranteId, path: FIRST_PAGE, stored: `/pagina/${restauranteId}/${AFTER_ALL}` };
  });

/** The newest orders of the ordinary restaurants, by id. */
export const makeOrders = ({ size, newest }: Database): StoredQuestion[] =>
  takeTurns(
    ordinaryIds(size).map((restauranteId) =>
      (newest[restauranteId] ?? []).slice(0, ORDERS_EACH).map((id) => {
        return { restauranteId, path: `/pedidos/${id}`, stored: `/pedido/${restauranteId}/${id}` };
      }),
    ),
  );

/** Alternates between restaurants, so that neighbours have nothing in common. */
const takeTurns = <T>(columns: readonly T[][]): T[] =>
  Array.from({ length: Math.max(...columns.map((column) => column.length)) }, (_, row) =>
    columns.flatMap((column) => column[row] ?? []),
  ).flat();
