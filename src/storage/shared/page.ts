import { jsonStartOf } from '../../domain/pedido/pedido-json.ts';
import type { Body } from '../port/body.ts';
import type { PedidoPage, PedidoQuery } from '../port/pedidos.ts';

/** Stands between the orders of a page, and between their ids. */
export const SEPARATOR = ',';

/**
 * A page as the database assembles it, newest first; all null when it is empty. As one row: reading the
 * orders as rows takes more than twice as long.
 */
export type PageRow<B> = {
  ids: string | null;
  pedidos: number;
  /** Sums over the orders of the page. */
  entradas: number | null;
  huellas: number | null;
  body: B | null;
};

const EMPTY_PAGE: PedidoPage = { ends: null, body: new Uint8Array(), version: '0', more: false };

export const toPage = (row: PageRow<Body> | undefined, query: PedidoQuery): PedidoPage => {
  if (!row?.ids || !row.body) return EMPTY_PAGE;
  const { pedidos, entradas, huellas } = row;
  const ids = row.ids.split(SEPARATOR);
  let { body } = row;
  const more = pedidos > query.limit;
  // The statement reads one order more than asked for: the last one, or on the way back the first.
  if (more && query.cursor?.direction === 'before') {
    ids.shift();
    body = body.subarray(startOf(body, ids[0]));
  } else if (more) {
    body = body.subarray(0, startOf(body, ids.pop()) - SEPARATOR.length);
  }
  const [first = '', last = first] = [ids[0], ids.at(-1)];
  return {
    ends: { first, last },
    body,
    more,
    // A changed order has more entries or another checksum, and a change in which orders lie between two
    // ids changes their number or the sums.
    version: `${first}.${last}.${pedidos}.${entradas}.${huellas}`,
  };
};

export const orderVersion = ({ entradas, huella }: { entradas: number; huella: number }): string =>
  `${entradas}.${huella}`;

/** Where an order begins that is not the first of the page. */
const startOf = (body: Body, id = ''): number => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const at = bytes.lastIndexOf(`${SEPARATOR}${jsonStartOf(id)}`);
  if (at < 0) throw new Error(`the order ${id} is not stored as it should be`);
  return at + SEPARATOR.length;
};
