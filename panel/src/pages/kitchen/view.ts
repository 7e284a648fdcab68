import type { Estado, PedidoPantalla, Tablero } from '../../api/wire.ts';
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

const columnsOf = ({ columnas }: Tablero<PedidoPantalla>) =>
  columnas.filter(({ estado }) => IN_KITCHEN[estado]);

export const ordersInKitchen = (tablero: Tablero<PedidoPantalla>): PedidoPantalla[] =>
  columnsOf(tablero).flatMap(({ pedidos }) => pedidos);

/** Tickets below one heading, those that have waited longest first. */
export interface Group {
  /** Null: all states together. */
  estado: Estado | null;
  total: number;
  pedidos: PedidoPantalla[];
}

export const groupsOf = (tablero: Tablero<PedidoPantalla>): Group[] =>
  columnsOf(tablero)
    .filter(({ total }) => total > 0)
    .map(({ estado, total, pedidos }) => ({ estado, total, pedidos: longestWaitFirst(pedidos) }));
