import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { systemClock } from '../../../src/clock.ts';
import type { Pedido } from '../../../src/contract/pedido.ts';
import { makeRandomBytes } from '../../../src/random.ts';
import { openStore } from '../../../src/storage/open.ts';
import { progress } from '../../support/report.ts';
import type { Dataset } from '../dataset.ts';
import { createStatements, indexStatements, rowsOf, TABLES } from './tables.ts';

const BATCH_ORDERS = 1_000;

/** Where the normalised tables are: a file, or the `usual` schema of a PostgreSQL database. */
export type Usual = { file: string } | { databaseUrl: string };

type Rows = Record<string, string | number | null>[];

interface Writer {
  run(sql: string): Promise<void>;
  insert(table: string, rows: Rows): Promise<void>;
  end(): Promise<void>;
}

/** The orders of these restaurants in tables as one would usually draw them. */
export const prepareUsual = async (
  dataset: Dataset,
  restaurants: readonly string[],
): Promise<Usual> => {
  const { databaseUrl, dataDir } = dataset.place;
  if (databaseUrl !== undefined) {
    await copyOrders(dataset, restaurants, await postgresWriter(databaseUrl));
    return { databaseUrl };
  }
  const file = join(dataDir, 'usual.db');
  if (existsSync(file)) return { file };
  // Under another name until it is whole.
  const partial = join(dataDir, 'usual.partial');
  rmSync(partial, { force: true });
  await copyOrders(dataset, restaurants, sqliteWriter(partial));
  renameSync(partial, file);
  return { file };
};

const copyOrders = async (
  { place }: Dataset,
  restaurants: readonly string[],
  writer: Writer,
): Promise<void> => {
  const deps = { clock: systemClock, randomBytes: makeRandomBytes() };
  const store = await openStore({ databaseUrl: null, ...place }, deps);
  try {
    for (const sql of createStatements()) await writer.run(sql);
    for (const [i, restauranteId] of restaurants.entries()) {
      if (i % 50 === 0)
        progress(`rest on ${place.engine}: usual tables, ${i} of ${restaurants.length}`);
      await writer.insert('restaurantes', [{ id: restauranteId, slug: restauranteId, nombre: '' }]);
      const filter = { restauranteId, estados: [], tipo: null, desdeMs: null, hastaMs: null };
      for (let last: string | null = null, more = true; more; ) {
        const cursor = last === null ? null : ({ direction: 'after', id: last } as const);
        const page = await store.pedidos.list({ ...filter, limit: BATCH_ORDERS, cursor });
        await insertOrders(writer, parsePage(page.body));
        more = page.more;
        last = page.ids.at(-1) ?? null;
      }
    }
    for (const sql of indexStatements()) await writer.run(sql);
    await writer.run('ANALYZE');
  } finally {
    await writer.end();
    await store.close();
  }
};

const parsePage = (body: Uint8Array): Pedido[] =>
  JSON.parse(`[${Buffer.from(body).toString()}]`) as Pedido[];

const insertOrders = async (writer: Writer, pedidos: readonly Pedido[]): Promise<void> => {
  const all = pedidos.map(rowsOf);
  for (const table of Object.keys(TABLES)) {
    await writer.insert(
      table,
      all.flatMap((each) => each[table] ?? []),
    );
  }
};

const sqliteWriter = (file: string): Writer => {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  const statements = new Map(
    Object.entries(TABLES).map(([table, { columns }]) => {
      const names = Object.keys(columns);
      const sql = `INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`;
      return [table, { names, sql }];
    }),
  );
  return {
    run: async (sql) => db.exec(sql),
    async insert(table, rows) {
      const { names = [], sql = '' } = statements.get(table) ?? {};
      const statement = db.prepare(sql);
      db.exec('BEGIN');
      for (const row of rows) statement.run(...names.map((name) => row[name] ?? null));
      db.exec('COMMIT');
    },
    end: async () => db.close(),
  };
};

const postgresWriter = async (databaseUrl: string): Promise<Writer> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Real numbers have seven digits in `real`; coordinates need more.
  await client.query('CREATE SCHEMA usual');
  await client.query('SET search_path TO usual; SET synchronous_commit TO off');
  return {
    async run(sql) {
      await client.query(sql.replaceAll(/\breal\b/g, 'double precision'));
    },
    async insert(table, rows) {
      const sql = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
      await client.query(sql, [JSON.stringify(rows)]);
    },
    end: () => client.end(),
  };
};
