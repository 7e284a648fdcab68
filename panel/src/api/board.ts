import { isClosed } from './values.ts';
import type { Columna, Evento, Pedido, Tablero } from './wire.ts';

/** Closed orders that a column shows, the newest. */
export const CLOSED_SHOWN = 20;

export interface Applied {
  tablero: Tablero;
  /** False when the order was not on the board before: the totals have to be requested. */
  exact: boolean;
}

const newestFirst = (a: Pedido, b: Pedido): number => (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

const without = (columna: Columna, id: string): Columna => ({
  ...columna,
  total: Math.max(0, columna.total - 1),
  pedidos: columna.pedidos.filter((pedido) => pedido.id !== id),
});

const withOrder = (columna: Columna, pedido: Pedido, counted: boolean): Columna => {
  const rest = columna.pedidos.filter(({ id }) => id !== pedido.id);
  const pedidos = [...rest, pedido].sort(newestFirst);
  return {
    ...columna,
    total: columna.total + (counted ? 1 : 0),
    pedidos: isClosed(columna.estado) ? pedidos.slice(0, CLOSED_SHOWN) : pedidos,
  };
};

/** The board after an event. Idempotent: the event carries the whole order. */
export const applyEvento = (tablero: Tablero, { tipo, datos }: Evento): Applied => {
  const { pedido } = datos;
  const from = tablero.columnas.find(({ pedidos }) => pedidos.some(({ id }) => id === pedido.id));
  const stays = from?.estado === pedido.estado;
  const columnas = tablero.columnas.map((columna) => {
    if (columna.estado === pedido.estado) return withOrder(columna, pedido, !stays);
    return columna === from ? without(columna, pedido.id) : columna;
  });
  return {
    tablero: { ...tablero, columnas },
    exact: from !== undefined || tipo === 'pedido.nuevo',
  };
};

/**
 * Applies the events that arrived while a board was loading: those after its position or, when the
 * position is not among them, those after `mark`, the last event before the request. An event that is too
 * old does no harm: the newer one of the same order follows.
 */
export const catchUp = (
  tablero: Tablero,
  eventos: readonly Evento[],
  mark: Evento | undefined,
): Tablero => {
  const position = eventos.findIndex(({ id }) => id === tablero.posicion);
  const start = position >= 0 ? position : mark === undefined ? -1 : eventos.indexOf(mark);
  return eventos
    .slice(start + 1)
    .reduce((board, evento) => applyEvento(board, evento).tablero, tablero);
};
