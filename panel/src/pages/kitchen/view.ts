import { useState } from 'react';
import type { CategoriaCocina, Estado, PedidoPantalla, Tablero } from '../../api/wire.ts';
import { readStored, writeStored } from '../../local-storage.ts';
import { longestWaitFirst } from '../orders/lateness.ts';

/** The states in which an order concerns the kitchen. */
const IN_KITCHEN: Record<Estado, boolean> = {
  pendiente: true,
  confirmado: true,
  en_preparacion: true,
  listo: true,
  en_reparto: false,
  entregado: false,
  cancelado: false,
};

export const BY = ['state', 'age'] as const;

/** How this device shows the kitchen. */
export interface View {
  by: (typeof BY)[number];
  /** Ids of the categories that are cooked here; none: all. */
  station: string[];
}

const STORED = 'kitchen';
const FIRST: View = { by: 'state', station: [] };

const readView = (): View => {
  try {
    return { ...FIRST, ...(JSON.parse(readStored(STORED) ?? '{}') as Partial<View>) };
  } catch {
    return FIRST;
  }
};

export const useView = () => {
  const [view, setView] = useState(readView);
  const change = (changed: View) => {
    writeStored(STORED, JSON.stringify(changed));
    setView(changed);
  };
  return [view, change] as const;
};

/** Tickets below one heading, those that have waited longest first. */
export interface Group {
  /** Null: all states together. */
  estado: Estado | null;
  total: number;
  pedidos: PedidoPantalla[];
}

/** Tells which dishes the station cooks: a dish that is on no menu is shown at every one, so that somebody cooks it. */
const cooks = (station: readonly string[], categorias: readonly CategoriaCocina[]) => {
  const mine = new Set<string>();
  const others = new Set<string>();
  for (const { id, productos } of categorias) {
    const place = station.includes(id) ? mine : others;
    for (const producto of productos) place.add(producto);
  }
  return (producto: string) => mine.has(producto) || !others.has(producto);
};

/** The board of one station: its dishes alone, and the orders that have some. */
export const atStation = (
  tablero: Tablero<PedidoPantalla>,
  station: readonly string[],
  categorias: readonly CategoriaCocina[] | undefined,
): Tablero<PedidoPantalla> => {
  if (station.length === 0 || categorias === undefined) return tablero;
  const isMine = cooks(station, categorias);
  const columnas = tablero.columnas.map(({ estado, total, pedidos }) => {
    const mine = pedidos
      .map((pedido) => ({
        ...pedido,
        items: pedido.items.filter(({ producto_id }) => isMine(producto_id)),
      }))
      .filter(({ items }) => items.length > 0);
    return { estado, total: total - pedidos.length + mine.length, pedidos: mine };
  });
  return { ...tablero, columnas };
};

const columnsOf = ({ columnas }: Tablero<PedidoPantalla>) =>
  columnas.filter(({ estado, total }) => IN_KITCHEN[estado] && total > 0);

export const ordersInKitchen = (tablero: Tablero<PedidoPantalla>): PedidoPantalla[] =>
  columnsOf(tablero).flatMap(({ pedidos }) => pedidos);

export const groupsOf = (tablero: Tablero<PedidoPantalla>, by: View['by']): Group[] => {
  const columns = columnsOf(tablero);
  if (by === 'state') {
    return columns.map((column) => ({ ...column, pedidos: longestWaitFirst(column.pedidos) }));
  }
  const total = columns.reduce((sum, column) => sum + column.total, 0);
  const pedidos = longestWaitFirst(ordersInKitchen(tablero));
  // Ready orders wait for somebody else.
  const isReady = ({ estado }: PedidoPantalla) => estado === 'listo';
  const inTurn = [...pedidos.filter((each) => !isReady(each)), ...pedidos.filter(isReady)];
  return total === 0 ? [] : [{ estado: null, total, pedidos: inTurn }];
};
