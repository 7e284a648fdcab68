import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Sql } from './clone.ts';
import type { Place } from './data.ts';

/** The database of a place, past the service: to fill it fast, with nothing that would survive a crash. */
export const openSql = ({
  dataDir,
  databaseUrl,
}: Place): Promise<Sql & { end(): Promise<void> }> =>
  databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl);

const openSqlite = async (dataDir: string) => {
  const file = readdirSync(dataDir).find((name) => name.endsWith('.db')) ?? '';
  const db = new DatabaseSync(join(dataDir, file));
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000');
  return {
    run: async (sql: string) => db.exec(sql),
    async columns(table: string) {
      const rows = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
      return rows.map(({ name }) => String(name));
    },
    async end() {
      db.exec('PRAGMA journal_mode = WAL');
      db.close();
    },
  };
};

const openPostgres = async (databaseUrl: string) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("SET synchronous_commit TO off; SET work_mem TO '256MB'");
  return {
    async run(sql: string) {
      await client.query(sql);
    },
    async columns(table: string) {
      const { rows } = await client.query<{ name: string }>(
        `SELECT column_name AS name FROM information_schema.columns
         WHERE table_name = $1 AND table_schema = 'public' ORDER BY ordinal_position`,
        [table],
      );
      return rows.map(({ name }) => name);
    },
    end: () => client.end(),
  };
};
