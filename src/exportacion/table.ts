import type { Column, Tabla } from '../contract/exportacion.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';

export type Value = string | number | boolean | readonly unknown[] | null;
export type Row = readonly Value[];

/** Orders as the rows of a table: values in the order of its columns. */
export interface Table {
  columns: readonly Column[];
  rows(pedidos: readonly Pedido[]): Row[];
}

/** The parts of an order that each make a row. */
const PARTS: Record<Tabla, (pedido: Pedido) => readonly object[]> = {
  pedidos: (pedido) => [pedido],
  items: ({ items }) => items,
  iva: ({ totales }) => totales.iva_desglose,
  pagos: ({ pago }) => pago.pagos,
};

export const makeTable = (tabla: Tabla, columns: readonly Column[]): Table => {
  const partsOf = PARTS[tabla];
  const rowOf = (pedido: Pedido, part: object): Row =>
    columns.map(({ of, path }) => read(of === 'pedido' ? pedido : part, path));
  return {
    columns,
    rows: (pedidos) =>
      pedidos.flatMap((pedido) => partsOf(pedido).map((part) => rowOf(pedido, part))),
  };
};

const read = (from: object, path: readonly string[]): Value => {
  let value: unknown = from;
  for (const name of path) {
    if (value === null) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value as Value;
};
