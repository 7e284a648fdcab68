import type { Clock } from '../clock.ts';
import { makeToRows, type SourceOrder, type TableRows } from './rows/pedido-rows.ts';
import {
  inRange,
  orderColumn,
  PEDIDO_TABLES,
  PEDIDOS,
  type Range,
} from './schema/pedido-tables.ts';
import { ensureTables } from './schema/prepare.ts';
import { quoteName } from './schema/table.ts';
import { type State, saveState } from './state.ts';
import type { Target, Transaction } from './target/target.ts';

/** Writes rows and the sync's state to a target: every change of both is one transaction. */
export const makeMirror = (target: Target, clock: Pick<Clock, 'now'>) => {
  const toRowsByZone = new Map<string, ReturnType<typeof makeToRows>>();
  const toRows = (
    orders: Iterable<SourceOrder>,
    { zonaHoraria }: State,
    into?: TableRows,
  ): TableRows => {
    const zone = zonaHoraria ?? 'UTC';
    const convert = toRowsByZone.get(zone) ?? makeToRows(zone);
    toRowsByZone.set(zone, convert);
    return convert(orders, into);
  };
  const insertAll = async (tx: Transaction, rows: TableRows): Promise<void> => {
    for (const [table, added] of rows) await tx.insert(table, added);
  };
  const deleteRange = async (tx: Transaction, range: Range): Promise<void> => {
    for (const table of PEDIDO_TABLES) {
      const [where, values] = inRange(table, range);
      await tx.run(`DELETE FROM ${quoteName(table.name)} WHERE ${where}`, values);
    }
  };
  const save = (tx: Transaction, state: State) => saveState(tx, state, clock.now());

  return {
    /** Makes rows for `replaceRange`; separate, so that they are made while others are written. */
    toRows,

    hasOrdersAfter: (id: string): Promise<boolean> =>
      target.transaction(async (tx) => {
        const sql = `SELECT 1 FROM ${quoteName(PEDIDOS.name)} WHERE id > $1 LIMIT 1`;
        return (await tx.rows(sql, [id])).length > 0;
      }),

    /**
     * Replaces the orders of a range, and so removes those that the source no longer has. Null: the range is known to
     * be empty.
     */
    replaceRange: (rows: TableRows, range: Range | null, state: State): Promise<void> =>
      target.transaction(async (tx) => {
        if (range !== null) await deleteRange(tx, range);
        await insertAll(tx, rows);
        await save(tx, state);
      }),

    /** Replaces these orders: at least one, none of them twice. */
    replaceOrders: (orders: readonly SourceOrder[], state: State): Promise<void> => {
      const rows = toRows(orders, state);
      const ids = orders.map(({ pedido }) => pedido.id);
      const places = ids.map((_, i) => `$${i + 1}`).join();
      return target.transaction(async (tx) => {
        if (await namesForgotten(tx, orders)) target.forget?.();
        for (const table of PEDIDO_TABLES) {
          const column = quoteName(orderColumn(table));
          await tx.run(`DELETE FROM ${quoteName(table.name)} WHERE ${column} IN (${places})`, ids);
        }
        await insertAll(tx, rows);
        await save(tx, state);
      });
    },

    /** Replaces whole tables. */
    replaceTables: (rows: TableRows): Promise<void> =>
      target.transaction(async (tx) => {
        await ensureTables(target, tx, [...rows.keys()]);
        for (const { name } of rows.keys()) await tx.run(`DELETE FROM ${quoteName(name)}`);
        await insertAll(tx, rows);
      }),
  };
};

/** Whether rows still name a customer whom their orders do not name any more. */
const namesForgotten = async (
  tx: Transaction,
  orders: readonly SourceOrder[],
): Promise<boolean> => {
  const ids = orders.flatMap(({ pedido: { id, cliente } }) =>
    cliente.nombre + cliente.telefono + cliente.email === '' ? [id] : [],
  );
  if (ids.length === 0) return false;
  const places = ids.map((_, i) => `$${i + 1}`).join();
  const sql = `SELECT 1 FROM ${quoteName(PEDIDOS.name)} WHERE id IN (${places})
    AND (cliente_nombre <> '' OR cliente_telefono <> '' OR cliente_email <> '') LIMIT 1`;
  return (await tx.rows(sql, ids)).length > 0;
};

export type Mirror = ReturnType<typeof makeMirror>;
