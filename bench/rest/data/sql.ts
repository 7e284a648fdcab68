import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { DATABASE_FILE } from '../../../src/storage/engines/sqlite/driver/open.ts';

/** Direct access to a database: fast, and without durability. */
export interface Sql {
  run(sql: string): Promise<void>;
  /** Names of a table's columns. */
  columns(table: string): Promise<string[]>;
  /** Inserts objects whose keys are the table's columns. */
  insert(table: string, rows: readonly object[]): Promise<void>;
  end(): Promise<void>;
}

/** The file with the service's own tables. */
export const sqliteFile = (dataDir: string): string => join(dataDir, DATABASE_FILE);

export const openSqlite = (file: string): Sql => {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000');
  const columnsOf = (table: string) =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .columns()
      .map(({ name }) => name);
  return {
    run: async (sql) => db.exec(sql),
    columns: async (table) => columnsOf(table),
    async insert(table, rows) {
      const fields = columnsOf(table).map((name) => `value ->> '$.${name}'`);
      const sql = `INSERT INTO ${table} SELECT ${fields} FROM json_each(?)`;
      db.prepare(sql).run(JSON.stringify(rows));
    },
    async end() {
      db.exec('PRAGMA journal_mode = WAL');
      db.close();
    },
  };
};

export const openPostgres = async (databaseUrl: string, schema = 'public'): Promise<Sql> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}; SET search_path TO ${schema};
    SET synchronous_commit TO off; SET work_mem TO '256MB'`);
  return {
    async run(sql) {
      await client.query(sql);
    },
    async columns(table) {
      const { fields } = await client.query(`SELECT * FROM ${table} LIMIT 0`);
      return fields.map(({ name }) => name);
    },
    async insert(table, rows) {
      const sql = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
      await client.query(sql, [JSON.stringify(rows)]);
    },
    end: () => client.end(),
  };
};
