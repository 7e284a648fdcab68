import type { PedidoPage } from '../port/pedidos.ts';

export const EMPTY_PAGE: PedidoPage = {
  ends: null,
  body: new Uint8Array(),
  version: '0',
  more: false,
};

/**
 * A changed order has more entries or another checksum, and a change in which orders lie between two
 * ids changes their number or the sums.
 */
export const pageVersion = (
  { first, last }: { first: string; last: string },
  sums: { pedidos: number; entradas: number; huellas: number },
): string => `${first}.${last}.${sums.pedidos}.${sums.entradas}.${sums.huellas}`;

export const orderVersion = ({ entradas, huella }: { entradas: number; huella: number }): string =>
  `${entradas}.${huella}`;
