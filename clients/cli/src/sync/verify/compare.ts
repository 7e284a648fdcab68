import type { TableRows } from '../rows/pedido-rows.ts';
import { orderColumn } from '../schema/pedido-tables.ts';
import type { Table } from '../schema/table.ts';
import { canonicalRow, type Plain } from './canonical.ts';

/** Rows and cents of one side of a table. */
interface Sum {
  rows: number;
  cents: number;
}

export type Sums = Map<Table, { source: Sum; mirror: Sum }>;

/** The rows of one order, by table, on both sides. */
export type OrderRows = Map<Table, { source: Plain[][]; mirror: Plain[][] }>;

type Side = 'source' | 'mirror';

/** Groups the rows of both sides by order. */
export const byOrder = (source: TableRows, mirror: TableRows): Map<string, OrderRows> => {
  const orders = new Map<string, OrderRows>();
  const add = (side: Side, rows: TableRows): void => {
    for (const [table, list] of rows) {
      const at = table.columns.findIndex(({ name }) => name === orderColumn(table));
      for (const row of list) {
        const id = String(row[at]);
        const order: OrderRows = orders.get(id) ?? new Map();
        orders.set(id, order);
        const both = order.get(table) ?? { source: [], mirror: [] };
        order.set(table, both);
        both[side].push(canonicalRow(table, row));
      }
    }
  };
  add('source', source);
  add('mirror', mirror);
  return orders;
};

export const emptySums = (tables: readonly Table[]): Sums =>
  new Map(tables.map((table) => [table, { source: nothing(), mirror: nothing() }]));

const nothing = (): Sum => ({ rows: 0, cents: 0 });

export const addSums = (sums: Sums, order: OrderRows): void => {
  for (const [table, both] of order) {
    const sum = sums.get(table);
    if (sum === undefined) continue;
    for (const side of ['source', 'mirror'] as const) {
      sum[side].rows += both[side].length;
      for (const row of both[side]) sum[side].cents += centsOf(table, row);
    }
  }
};

const centsOf = ({ columns }: Table, row: readonly Plain[]): number =>
  columns.reduce((sum, { type }, i) => sum + (type === 'cents' ? Number(row[i]) : 0), 0);

/** The first thing in which the two sides differ, or null. */
export const differenceOf = (order: OrderRows): string | null => {
  for (const [table, { source, mirror }] of order) {
    const found = tableDifference(table, source, mirror);
    if (found !== null) return found;
  }
  return null;
};

export const tableDifference = (
  { name, columns }: Table,
  source: readonly Plain[][],
  mirror: readonly Plain[][],
): string | null => {
  if (source.length !== mirror.length) {
    return `${name} has ${mirror.length} rows instead of ${source.length}`;
  }
  for (const [i, row] of source.entries()) {
    const at = row.findIndex((value, column) => value !== mirror[i]?.[column]);
    if (at < 0) continue;
    const [is, should] = [mirror[i]?.[at] ?? null, row[at] ?? null].map(shorten);
    return `${name}.${columns[at]?.name} is ${is} instead of ${should}`;
  }
  return null;
};

const VALUE_CHARS_MAX = 60;

const shorten = (value: Plain): string => {
  const text = JSON.stringify(value);
  return text.length > VALUE_CHARS_MAX ? `${text.slice(0, VALUE_CHARS_MAX)}…` : text;
};
