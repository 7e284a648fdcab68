import type { Insert, KeyedQuery, Lookup, Target } from '../../../database.ts';
import { bigintArray, textArray } from './arrays.ts';
import type { Transaction } from './transaction.ts';

type Columns = Target['columns'];
const insertTexts = new Map<Target, string>();
const lookupTexts = new Map<KeyedQuery, string>();

/** The arrays of `arraysOf`, from $2 on. */
const unnest = (columns: Columns): string => {
  const arrays = Object.values(columns).map(
    (type, i) => `$${i + 2}::${type === 'bigint' ? type : 'text'}[]`,
  );
  return `unnest(${arrays.join()})`;
};

/** An array for each column. */
const arraysOf = (columns: Columns, rows: Insert['rows']): Buffer[] =>
  Object.values(columns).map((type, i) => {
    const values = rows.map((row) => row[i] ?? null);
    return type === 'bigint' ? bigintArray(values as number[]) : textArray(values as string[]);
  });

/**
 * Selects from `log_heads`, the head of the log, whose row the transaction has locked: on Citus, it is then one task of one
 * shard. An INSERT that takes the restaurant from $1 goes through the coordinator, and needs a two-phase commit.
 */
const insertText = ({ table, columns, onConflict = '' }: Target): string => `
  INSERT INTO ${table} AS t (restaurante_id, ${Object.keys(columns).join()})
  SELECT g.restaurante_id, u.* FROM log_heads g, ${unnest(columns)} u
  WHERE g.restaurante_id = $1 ${onConflict}`;

export const insertRows = (
  transaction: Transaction,
  { into, restauranteId, rows }: Insert,
): void => {
  const sql = insertTexts.getOrInsertComputed(into, insertText);
  transaction.send(sql, [restauranteId, ...arraysOf(into.columns, rows)]);
};

/** `OFFSET 0`: left to choose, the planner expects few rows and walks all of the restaurant's, looking for their keys. */
const lookupText = ({ key, sql }: KeyedQuery): string => `
  SELECT f.* FROM ${unnest(key)} AS k (${Object.keys(key).join()})
  CROSS JOIN LATERAL (${sql} OFFSET 0) AS f`;

export const lookUp = (
  transaction: Transaction,
  { query, restauranteId, keys }: Lookup,
): Promise<object[]> => {
  const sql = lookupTexts.getOrInsertComputed(query, lookupText);
  return transaction.rows(sql, [restauranteId, ...arraysOf(query.key, keys)]);
};
