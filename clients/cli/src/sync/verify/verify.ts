import { sleep } from '@comanda/client/internal';
import { brokenConnection } from '../../errors.ts';
import { readCatalogue } from '../catalogue.ts';
import { allOrders, checkOwner, inBatches } from '../copy.ts';
import { makeToRows, type SourceOrder, type TableRows } from '../rows/pedido-rows.ts';
import { inRange, PEDIDO_TABLES, type Range } from '../schema/pedido-tables.ts';
import { namesIn, requireSchema } from '../schema/prepare.ts';
import { quoteName, type Row, type Table } from '../schema/table.ts';
import { isLostPosition, type Source } from '../source/source.ts';
import { readState } from '../state.ts';
import type { Target, Transaction } from '../target/target.ts';
import { canonicalRow } from './canonical.ts';
import {
  addSums,
  byOrder,
  differenceOf,
  emptySums,
  type OrderRows,
  type Sums,
  tableDifference,
} from './compare.ts';

export interface Verdict {
  /** A sentence for each difference. */
  readonly differences: readonly string[];
  readonly orders: number;
  /** Orders that have changed at the source since the mirror's position: they cannot be compared. */
  readonly behind: number;
  readonly sums: Sums;
}

/**
 * Compares every row of the mirror with the source, without writing: a sync may run meanwhile. The mirror is as the log was at
 * its position, so an order that differs and has an event after that is merely not mirrored yet.
 */
export const verifyMirror = async (target: Target, source: Source): Promise<Verdict> => {
  await requireSchema(target);
  const state = await readState(target);
  const sums = emptySums(PEDIDO_TABLES);
  if (state.fase === 'copia') {
    const differences = ['the mirror is incomplete: its copy of all orders has not finished'];
    return { differences, orders: 0, behind: 0, sums };
  }
  const catalogue = await readCatalogue(source);
  if (catalogue.restauranteId !== null) checkOwner(state.restauranteId, catalogue.restauranteId);
  const toRows = makeToRows(state.zonaHoraria ?? catalogue.zonaHoraria);
  const suspects = new Map<string, OrderRows>();
  let orders = 0;
  const compare = async (expected: TableRows, range: Range) => {
    const found = await target.transaction((tx) => readRange(target, tx, range));
    for (const [id, rows] of byOrder(expected, found)) {
      orders += 1;
      if (differenceOf(rows) === null) addSums(sums, rows);
      else suspects.set(id, rows);
    }
  };

  let reached = '';
  // DuckDB scans whole tables to find a range, so there are a few large ranges, not one for each chunk of the answer.
  const patient = {
    export: async (after: string) => ({ position: '', orders: resumed(source, after) }),
  };
  const { orders: answer } = await patient.export('');
  for await (const batch of inBatches(allOrders(patient, { after: '', answer }), toRows)) {
    const last = batch.orders.at(-1)?.pedido.id ?? reached;
    await compare(batch.rows, { after: reached, upTo: last });
    reached = last;
  }
  await compare(new Map(), { after: reached, upTo: null });

  const differences: string[] = [];
  const behind = await changedSince(source, state.posicion);
  if (behind === null)
    differences.push('the mirror has missed changes that the service no longer keeps: run sync');
  for (const [id, rows] of suspects) {
    if (behind?.has(id)) continue;
    addSums(sums, rows);
    differences.push(`${id}: ${differenceOf(rows)}`);
  }
  for (const { rows } of catalogue.parts) {
    if (rows !== null) differences.push(...(await compareTables(target, rows)));
  }
  return { differences, orders, behind: behind?.size ?? 0, sums };
};

const BREAKS_MAX = 6;
const RETRY_MS = 500;

/** The orders after an id. A connection that breaks is made anew from the last one, as a copy does it. */
async function* resumed(source: Source, after: string): AsyncGenerator<SourceOrder[]> {
  let reached = after;
  for (let breaks = 0; ; ) {
    const from = reached;
    try {
      const { orders } = await source.export(reached);
      for await (const chunk of orders) {
        reached = chunk.at(-1)?.pedido.id ?? reached;
        yield chunk;
      }
      return;
    } catch (error) {
      breaks = reached === from ? breaks + 1 : 1;
      if (brokenConnection(error) === null || breaks >= BREAKS_MAX) throw error;
      await sleep(RETRY_MS * 2 ** breaks);
    }
  }
}

/** The orders with an event after this position; null if the log no longer has it. */
const changedSince = async (source: Source, position: string): Promise<Set<string> | null> => {
  const ids = new Set<string>();
  try {
    for (let after = position; ; ) {
      const { events, position: next, isLast } = await source.changes(after);
      for (const { datos } of events) ids.add(datos.pedido.id);
      after = next;
      if (isLast) return ids;
    }
  } catch (error) {
    if (isLostPosition(error)) return null;
    throw error;
  }
};

const select = ({ dialect }: Target, table: Table): string =>
  `SELECT ${table.columns.map(({ name }) => dialect.read(name)).join()} FROM ${quoteName(table.name)}`;

const readRange = async (target: Target, tx: Transaction, range: Range): Promise<TableRows> => {
  const found = new Map<Table, Row[]>();
  for (const table of PEDIDO_TABLES) {
    const [where, values] = inRange(table, range);
    // Qualified with the table: a bare name means the selected column, a text, in which 10 comes before 2.
    const order = table.key.map((key) => `${quoteName(table.name)}.${quoteName(key)}`).join();
    const sql = `${select(target, table)} WHERE ${where} ORDER BY ${order}`;
    found.set(table, (await tx.rows(sql, values)) as Row[]);
  }
  return found;
};

/** For tables that are replaced as a whole: compares their rows in any order. */
const compareTables = (target: Target, expected: TableRows): Promise<string[]> =>
  target.transaction(async (tx) => {
    const names = await namesIn(target, tx);
    const differences: string[] = [];
    for (const [table, rows] of expected) {
      const found = names.has(table.name) ? await tx.rows(select(target, table)) : [];
      const sorted = (list: readonly (Row | unknown[])[]) =>
        list
          .map((row) => canonicalRow(table, row))
          .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      const difference = tableDifference(table, sorted(rows), sorted(found));
      if (difference !== null) differences.push(difference);
    }
    return differences;
  });
