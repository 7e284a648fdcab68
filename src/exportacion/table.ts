import type { Column, Tabla } from '../contract/exportacion.ts';
import type { Pedido } from '../contract/recursos/pedido.ts';

export type Value = string | number | boolean | readonly unknown[] | null;
export type Row = readonly Value[];

/** Orders as the rows of a table: values in the order of its columns. */
export type ToRows = (pedidos: readonly Pedido[]) => Row[];

/** The parts of an order that each make a row. */
const PARTS: Record<Tabla, (pedido: Pedido) => readonly object[]> = {
  pedidos: (pedido) => [pedido],
  items: ({ items }) => items,
  iva: ({ totales }) => totales.iva_desglose,
  pagos: ({ pago }) => pago.pagos,
};

export const makeToRows = (tabla: Tabla, columns: readonly Column[]): ToRows => {
  const partsOf = PARTS[tabla];
  const rowOf = compileRow(columns);
  return (pedidos) => {
    const rows: Row[] = [];
    for (const pedido of pedidos) {
      for (const part of partsOf(pedido)) rows.push(rowOf(pedido, part));
    }
    return rows;
  };
};

/**
 * One expression for all columns, made from the contract's names: V8 then knows the shape of each object,
 * and a row costs a tenth of what walking the paths does.
 */
const compileRow = (columns: readonly Column[]): ((pedido: object, fila: object) => Row) => {
  const values = columns.map(({ of, path }) => {
    const [first, ...rest] = path.map((name) => `[${JSON.stringify(name)}]`);
    return `${[`${of}${first}`, ...rest].join('?.')} ?? null`;
  });
  return new Function('pedido', 'fila', `return [${values.join()}]`) as ReturnType<
    typeof compileRow
  >;
};
