import type { Insert, KeyedQuery, Lookup, Target } from '../../../database.ts';
import { bigintArray, textArray } from './arrays.ts';
import type { Transaction } from './transaction.ts';

type Columns = Target['columns'];
const insertTexts = new Map<Target, string>();
const lookupTexts = new Map<KeyedQuery, string>();

export const arrayTypes = (columns: Columns): string[] =>
  Object.values(columns).map((type) => (type === 'bigint' ? 'bigint[]' : 'text[]'));

/** The arrays of `arraysOf`, from this parameter on. */
const unnest = (columns: Columns, first: number): string => {
  const arrays = arrayTypes(columns).map((type, i) => `$${first + i}::${type}`);
  return `unnest(${arrays.join()})`;
};

/** An array for each column. */
export const arraysOf = (columns: Columns, rows: Insert['rows']): Buffer[] =>
  Object.values(columns).map((type, i) => {
    const values = rows.map((row) => row[i] ?? null);
    return type === 'bigint' ? bigintArray(values as number[]) : textArray(values as string[]);
  });

/**
 * Selects from `log_heads`, the head of the log, whose row the transaction has locked: on Citus, it is then one task of one
 * shard. An INSERT that takes the restaurant from $1 goes through the coordinator, and needs a two-phase commit.
 */
export const insertText = ({ table, columns, onConflict = '' }: Target, first = 2): string => `
  INSERT INTO ${table} AS t (restaurante_id, ${Object.keys(columns).join()})
  SELECT g.restaurante_id, u.* FROM log_heads g, ${unnest(columns, first)} u
  WHERE g.restaurante_id = $1 ${onConflict}`;

export const insertRows = (
  transaction: Transaction,
  { into, restauranteId, rows }: Insert,
): void => {
  const sql = insertTexts.getOrInsertComputed(into, () => insertText(into));
  transaction.send(sql, [restauranteId, ...arraysOf(into.columns, rows)]);
};

/** `OFFSET 0`: left to choose, the planner expects few rows and walks all of the restaurant's, looking for their keys. */
export const lookupText = ({ key, sql }: KeyedQuery, first = 2): string => `
  SELECT f.* FROM ${unnest(key, first)} AS k (${Object.keys(key).join()})
  CROSS JOIN LATERAL (${sql} OFFSET 0) AS f`;

export const lookUp = (
  transaction: Transaction,
  { query, restauranteId, keys }: Lookup,
): Promise<object[]> => {
  const sql = lookupTexts.getOrInsertComputed(query, () => lookupText(query));
  return transaction.rows(sql, [restauranteId, ...arraysOf(query.key, keys)]);
};
