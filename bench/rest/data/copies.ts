import type { DataSize } from '../../scale.ts';
import { historyId, LARGE, longestHistory, slugOf } from './orders.ts';
import type { Sql } from './sql.ts';

/**
 * Makes the large restaurant. Loading a million orders command by command would take minutes, so it gets each order
 * of a smaller restaurant several times, with ids of its own, and multiplied counters. The loader then checks the
 * result with the service's own reader.
 */
const COUNTER_TABLES = [
  'log_heads',
  'numeros',
  'conteos',
  'resumen_dias',
  'resumen_productos',
  'resumen_clientes',
];
/** Counters of orders. Those of clients stay the same: the same clients come more often. */
const COUNTERS = [
  'pedidos',
  'cancelados',
  'ventas_cents',
  'reparto',
  'recogida',
  'mesa',
  'unidades',
];
const SUFFIX_CHARS = 4;

/** The id of the n-th copy: only the last characters change, so that it keeps its place in time. */
export const copyOfId = (id: string, n: number): string => id.slice(0, -SUFFIX_CHARS) + suffix(n);

/** Minted ids have no `u`, so that no copy has the id of another order. */
const suffix = (n: number): string => `u${String(n).padStart(SUFFIX_CHARS - 1, '0')}`;

export const copyLarge = async (sql: Sql, size: DataSize): Promise<void> => {
  const suffixes = Array.from({ length: size.largeCopies }, (_, n) => suffix(n));
  const model = historyId(longestHistory(size));
  await copyTable(sql, 'pedidos', model, suffixes, 1);
  for (const table of COUNTER_TABLES) {
    // Saving the restaurant has created counters already.
    await sql.run(`DELETE FROM ${table} WHERE restaurante_id = '${LARGE}'`);
    await copyTable(sql, table, model, suffixes.slice(-1), suffixes.length);
  }
};

const copyTable = async (
  sql: Sql,
  table: string,
  model: string,
  suffixes: readonly string[],
  times: number,
): Promise<void> => {
  const withSuffix = (column: string, end: string) =>
    `substr(${column}, 1, length(${column}) - ${SUFFIX_CHARS}) || ${end}`;
  const expression = (column: string): string => {
    if (column === 'restaurante_id') return `'${LARGE}'`;
    if (column === 'id' || column === 'id_max') return withSuffix(column, 'sufijo');
    if (column === 'id_min') return withSuffix(column, `'${suffix(0)}'`);
    if (column === 'cuerpo') {
      return `replace(replace(replace(cuerpo, id, ${withSuffix('id', 'sufijo')}),
        '"${model}"', '"${LARGE}"'), '"${slugOf(model)}"', '"${slugOf(LARGE)}"')`;
    }
    return COUNTERS.includes(column) && times > 1 ? `${column} * ${times}` : column;
  };
  const columns = await sql.columns(table);
  // A temporary table: a statement that reads the table it writes to would buffer all rows first.
  await sql.run('DROP TABLE IF EXISTS modelo');
  await sql.run(
    `CREATE TEMPORARY TABLE modelo AS
     SELECT * FROM ${table} WHERE restaurante_id = '${model}' ORDER BY 2`,
  );
  const values = suffixes.map((each) => `SELECT '${each}' AS sufijo`).join(' UNION ALL ');
  await sql.run(
    `INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${columns.map(expression).join(', ')} FROM modelo CROSS JOIN (${values}) AS copias`,
  );
};
