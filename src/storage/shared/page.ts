import { jsonStartOf } from '../../domain/pedido/pedido-json.ts';
import type { Body } from '../port/body.ts';
import type { PedidoPage, PedidoQuery } from '../port/pedidos.ts';

/** Stands between the orders of a page, and between their ids. */
export const SEPARATOR = ',';

/**
 * A page as the database assembles it, newest first; all null when it is empty. As one row: reading the orders
 * as rows takes more than twice as long.
 */
export interface PageRow<B = Body> {
  ids: string | null;
  pedidos: number;
  /** Sums over the orders of the page. */
  entradas: number;
  huellas: number;
  body: B | null;
}

const EMPTY_PAGE: PedidoPage = { ends: null, body: new Uint8Array(), version: '0', more: false };

export const toPage = (row: PageRow | undefined, query: PedidoQuery): PedidoPage => {
  if (!row?.ids || !row.body) return EMPTY_PAGE;
  const ids = row.ids.split(SEPARATOR);
  let { body } = row;
  const more = row.pedidos > query.limit;
  // The statement reads one order more than asked for: the last one, or on the way back the first.
  if (more && query.cursor?.direction === 'before') {
    ids.shift();
    body = body.subarray(startOf(body, ids[0]));
  } else if (more) {
    body = body.subarray(0, startOf(body, ids.pop()) - SEPARATOR.length);
  }
  const [first = '', last = first] = [ids[0], ids.at(-1)];
  const ends = { first, last };
  return { ends, body, more, version: pageVersion(ends, row) };
};

/** Where an order begins that is not the first of the page. */
const startOf = (body: Body, id = ''): number => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const at = bytes.lastIndexOf(`${SEPARATOR}${jsonStartOf(id)}`);
  if (at < 0) throw new Error(`the order ${id} is not stored as it should be`);
  return at + SEPARATOR.length;
};

/**
 * A changed order has more entries or another checksum, and a change in which orders lie between two
 * ids changes their number or the sums.
 */
const pageVersion = (
  { first, last }: { first: string; last: string },
  sums: { pedidos: number; entradas: number; huellas: number },
): string => `${first}.${last}.${sums.pedidos}.${sums.entradas}.${sums.huellas}`;

export const orderVersion = ({ entradas, huella }: { entradas: number; huella: number }): string =>
  `${entradas}.${huella}`;
