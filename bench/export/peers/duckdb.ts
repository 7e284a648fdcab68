// Makes the same files from our NDJSON with DuckDB on one thread.

import { DuckDBInstance } from '@duckdb/node-api';
import { COLUMNAS } from '../../../src/contract/columnas.ts';
import type { Column } from '../../../src/contract/exportacion.ts';
import { readSettings, replyWith } from '../../support/script.ts';

/** The seconds that each file took. */
export type DuckdbSeconds = Record<'csv' | 'parquet', number>;

type Shape = { [name: string]: Shape | string };

const { folder } = readSettings<{ folder: string }>();
const COLUMNS = COLUMNAS.pedidos;
const TYPES: Record<Column['type'], string> = {
  text: 'VARCHAR',
  integer: 'INTEGER',
  cents: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  timestamp: 'TIMESTAMPTZ',
  json: 'JSON',
};

/** Reads orders as rows. DuckDB gets the types, so that it need not guess; in a CSV file, times stay text. */
const rowsOf = (timestamp: 'VARCHAR' | 'TIMESTAMPTZ'): string => {
  const shape: Shape = {};
  for (const { path, type } of COLUMNS) {
    let at = shape;
    for (const name of path.slice(0, -1)) {
      at[name] ??= {};
      at = at[name] as Shape;
    }
    at[path.at(-1) ?? ''] = type === 'timestamp' ? timestamp : TYPES[type];
  }
  const fields = Object.entries(shape).map(([name, each]) => `'${name}': '${typeOf(each)}'`);
  const values = COLUMNS.map(({ path, name }) => `"${path.join('"."')}" AS "${name}"`);
  return `SELECT ${values} FROM read_json('${folder}/ours.ndjson', format = 'newline_delimited',
            columns = {${fields}})`;
};

const typeOf = (shape: Shape | string): string =>
  typeof shape === 'string'
    ? shape
    : `STRUCT(${Object.entries(shape).map(([name, each]) => `"${name}" ${typeOf(each)}`)})`;

await replyWith(async (): Promise<DuckdbSeconds> => {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const db = await instance.connect();
  const copy = async (rows: string, file: string, options: string): Promise<number> => {
    const startedMs = performance.now();
    await db.run(`COPY (${rows}) TO '${folder}/${file}' (${options})`);
    return (performance.now() - startedMs) / 1_000;
  };
  const parquet = 'FORMAT parquet, COMPRESSION zstd';
  return {
    csv: await copy(rowsOf('VARCHAR'), 'theirs.csv', 'FORMAT csv, HEADER'),
    parquet: await copy(rowsOf('TIMESTAMPTZ'), 'theirs.parquet', parquet),
  };
});
