import { isClosed } from './values.ts';
import type { Columna, EventoPantalla, PedidoPantalla, Tablero } from './wire.ts';

/** How many closed orders a column shows: the newest. The server gives as many, and of open ones. */
export const CLOSED_SHOWN = 20;
/** How many open orders a column shows: the oldest, because somebody waits for them. */
export const OPEN_SHOWN = 100;

type Board = Tablero<PedidoPantalla>;
type Column = Columna<PedidoPantalla>;

interface Applied {
  tablero: Board;
  /** False if the board has to be requested again: an order came from, or may come out of, the part that is not shown. */
  exact: boolean;
}

const newestFirst = (a: PedidoPantalla, b: PedidoPantalla): number =>
  a.id < b.id ? 1 : a.id > b.id ? -1 : 0;

const without = (columna: Column, id: string): Column => ({
  ...columna,
  total: Math.max(0, columna.total - 1),
  pedidos: columna.pedidos.filter((pedido) => pedido.id !== id),
});

const withOrder = (columna: Column, pedido: PedidoPantalla, counted: boolean): Column => {
  const rest = columna.pedidos.filter(({ id }) => id !== pedido.id);
  const pedidos = [...rest, pedido].sort(newestFirst);
  return {
    ...columna,
    total: columna.total + (counted ? 1 : 0),
    pedidos: isClosed(columna.estado) ? pedidos.slice(0, CLOSED_SHOWN) : pedidos.slice(-OPEN_SHOWN),
  };
};

/** The board after an event. Idempotent: the event carries the whole order. */
export const applyEvento = (tablero: Board, { tipo, datos }: EventoPantalla): Applied => {
  const { pedido } = datos;
  const from = tablero.columnas.find(({ pedidos }) => pedidos.some(({ id }) => id === pedido.id));
  const stays = from?.estado === pedido.estado;
  const columnas = tablero.columnas.map((columna) => {
    if (columna.estado === pedido.estado) return withOrder(columna, pedido, !stays);
    return columna === from ? without(columna, pedido.id) : columna;
  });
  const hides = from !== undefined && !isClosed(from.estado) && from.total > from.pedidos.length;
  return {
    tablero: { ...tablero, columnas },
    exact: (from !== undefined && (stays || !hides)) || tipo === 'pedido.nuevo',
  };
};

/**
 * Applies the events that arrived while a board was loading: those after its position or, when the
 * position is not among them, those after `mark`, the last event before the request. An event that is too
 * old does no harm: the newer one of the same order follows.
 */
export const catchUp = (
  tablero: Board,
  eventos: readonly EventoPantalla[],
  mark: EventoPantalla | undefined,
): Board => {
  const position = eventos.findIndex(({ id }) => id === tablero.posicion);
  const start = position >= 0 ? position : mark === undefined ? -1 : eventos.indexOf(mark);
  return eventos
    .slice(start + 1)
    .reduce((board, evento) => applyEvento(board, evento).tablero, tablero);
};
