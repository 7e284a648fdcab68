import { openingOf } from '../domain/pedido-json.ts';
import type { Body, PedidoPage, PedidoQuery } from './port.ts';

/** What stands between the orders of a page, and between their ids. */
export const SEPARATOR = ',';

/**
 * A page as the database puts it together, newest first; all null when there is nothing on it. One row:
 * to hand over the orders as rows takes twice as long, and more.
 */
export interface PageRow<B> {
  ids: string | null;
  /** Sums over the orders of the page. */
  entradas: number | null;
  huellas: number | null;
  body: B | null;
}

const EMPTY_PAGE: PedidoPage = {
  ids: [],
  body: new Uint8Array(),
  version: '',
  more: false,
  isSpare: false,
};

export const toPage = (row: PageRow<Body> | undefined, query: PedidoQuery): PedidoPage => {
  if (!row?.ids || !row.body) return EMPTY_PAGE;
  const { body } = row;
  const ids = row.ids.split(SEPARATOR);
  const version = pageVersion(ids, row.entradas ?? 0, row.huellas ?? 0);
  // A body that is all there is in its memory is shared with nobody.
  const isSpare = body.length === body.buffer.byteLength;
  const page = { ids, body, version, more: false, isSpare };
  if (ids.length <= query.limit) return page;
  return withoutExtra(page, query.cursor?.direction === 'before');
};

/**
 * Tells a page from what it was: an order that changes has more entries or another checksum, and which
 * orders lie between two ids cannot change without the sums doing so.
 */
const pageVersion = (ids: readonly string[], entradas: number, huellas: number): string =>
  `${ids[0]}.${ids.at(-1)}.${ids.length}.${entradas}.${huellas}`;

/** The same for a single order. */
export const orderVersion = (entradas: number, huella: number): string => `${entradas}.${huella}`;

/** One more than asked for tells that there are more: it is the last one, or the first on the way back. */
const withoutExtra = (page: PedidoPage, isBack: boolean): PedidoPage => {
  const { ids, body } = page;
  if (isBack) {
    const kept = body.subarray(startOf(body, ids[1]));
    return { ...page, ids: ids.slice(1), body: kept, more: true };
  }
  const kept = body.subarray(0, startOf(body, ids.at(-1)) - SEPARATOR.length);
  return { ...page, ids: ids.slice(0, -1), body: kept, more: true };
};

/** Where an order begins that is not the first of a page; from its end, as it nearly always is the last. */
const startOf = (body: Body, id = ''): number => {
  const opening = `${SEPARATOR}${openingOf(id)}`;
  for (let at = body.length - opening.length; at > 0; at -= 1) {
    if (body[at] === SEPARATOR_BYTE && isAt(body, at, opening)) return at + SEPARATOR.length;
  }
  throw new Error(`the order ${id} is not stored as it should be`);
};

const SEPARATOR_BYTE = SEPARATOR.charCodeAt(0);

const isAt = (body: Body, at: number, text: string): boolean => {
  for (let i = 0; i < text.length; i += 1) if (body[at + i] !== text.charCodeAt(i)) return false;
  return true;
};
