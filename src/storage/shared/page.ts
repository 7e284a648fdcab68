import { openingOf } from '../../domain/pedido/pedido-json.ts';
import type { Body } from '../port/body.ts';
import type { PedidoPage, PedidoQuery } from '../port/pedidos.ts';

/** What stands between the orders of a page, and between their ids. */
export const SEPARATOR = ',';

/**
 * A page as the database puts it together, newest first; all null when there is nothing on it. One row:
 * to hand over the orders as rows takes twice as long, and more.
 */
export interface PageRow<B> {
  ids: string | null;
  pedidos: number;
  /** Sums over the orders of the page. */
  entradas: number | null;
  huellas: number | null;
  body: B | null;
}

const EMPTY_PAGE: PedidoPage = {
  ends: null,
  body: new Uint8Array(),
  version: '0',
  more: false,
  isSpare: false,
};

export const toPage = (row: PageRow<Body> | undefined, query: PedidoQuery): PedidoPage => {
  if (!row?.ids || !row.body) return EMPTY_PAGE;
  const { pedidos, entradas, huellas, body } = row;
  const more = pedidos > query.limit;
  const kept = more
    ? withoutExtra(row.ids, body, query.cursor?.direction === 'before')
    : { ends: endsOf(row.ids), body };
  const { first, last } = kept.ends;
  return {
    ...kept,
    more,
    // An order that changes has more entries or another checksum, and which orders lie between two ids
    // cannot change without their number or the sums doing so.
    version: `${first}.${last}.${pedidos}.${entradas}.${huellas}`,
    // A body that is all there is in its memory is shared with nobody.
    isSpare: body.length === body.buffer.byteLength,
  };
};

/** Tells an order from what it was. */
export const orderVersion = (entradas: number, huella: number): string => `${entradas}.${huella}`;

/** Only these are asked for: the list of all of them is not taken apart. */
const endsOf = (ids: string): { first: string; last: string } => {
  const firstEnd = ids.indexOf(SEPARATOR);
  return {
    first: firstEnd < 0 ? ids : ids.slice(0, firstEnd),
    last: ids.slice(ids.lastIndexOf(SEPARATOR) + SEPARATOR.length),
  };
};

/** One more than asked for tells that there are more: it is the last one, or the first on the way back. */
const withoutExtra = (ids: string, body: Body, isBack: boolean) => {
  if (isBack) {
    const ends = endsOf(ids.slice(ids.indexOf(SEPARATOR) + SEPARATOR.length));
    return { ends, body: body.subarray(startOf(body, ends.first)) };
  }
  const at = ids.lastIndexOf(SEPARATOR);
  const start = startOf(body, ids.slice(at + SEPARATOR.length));
  return { ends: endsOf(ids.slice(0, at)), body: body.subarray(0, start - SEPARATOR.length) };
};

/** Where an order begins that is not the first of a page; from its end, as it nearly always is the last. */
const startOf = (body: Body, id: string): number => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const at = bytes.lastIndexOf(`${SEPARATOR}${openingOf(id)}`, body.length, 'latin1');
  if (at < 0) throw new Error(`the order ${id} is not stored as it should be`);
  return at + SEPARATOR.length;
};
