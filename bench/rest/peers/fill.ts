import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { systemClock } from '../../../src/clock.ts';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import { makeRandomBytes } from '../../../src/random.ts';
import { openStore } from '../../../src/storage/open.ts';
import { type Copy, listCopies, newId, ordinaryCopies, ordinaryModel } from '../clone.ts';
import type { Place } from '../data.ts';
import type { DataSize } from '../orders.ts';
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
export const usualOf = ({ databaseUrl, dataDir }: Place): Usual =>
  databaseUrl === undefined ? { file: join(dataDir, 'usual.db') } : { databaseUrl };

/** The first restaurant's orders are read and taken apart; the others are copies, as they are in ours. */
export const prepareUsual = async (place: Place, size: DataSize): Promise<void> => {
  const usual = usualOf(place);
  const writer =
    'file' in usual ? sqliteWriter(usual.file) : await postgresWriter(usual.databaseUrl);
  try {
    for (const sql of createStatements()) await writer.run(sql);
    await copyOrders(place, ordinaryModel(size), writer);
    await copyOthers(writer, ordinaryCopies(size));
    for (const sql of indexStatements()) await writer.run(sql);
    await writer.run('ANALYZE');
  } finally {
    await writer.end();
  }
};

const copyOthers = async (writer: Writer, copies: readonly Copy[]): Promise<void> => {
  if (copies.length === 0) return;
  await listCopies(writer, copies);
  await writer.run("INSERT INTO restaurantes SELECT nuevo, nuevo, '' FROM copias");
  for (const [table, { columns }] of Object.entries(TABLES)) {
    if (table === 'restaurantes') continue;
    const expression = (column: string): string => {
      if (column === 'restaurante_id') return 'nuevo';
      if (column === 'pedido_id') return newId(column);
      if (column === 'id' && table === 'pedidos') return newId(column);
      return column === 'id' || column === 'item_id' ? `${column} || '_' || sufijo` : column;
    };
    const names = Object.keys(columns);
    await writer.run('DROP TABLE IF EXISTS modelo');
    await writer.run(`CREATE TEMPORARY TABLE modelo AS SELECT * FROM ${table}`);
    await writer.run(
      `INSERT INTO ${table} (${names}) SELECT ${names.map(expression)} FROM modelo CROSS JOIN copias`,
    );
  }
};

const copyOrders = async (place: Place, restauranteId: string, writer: Writer): Promise<void> => {
  const deps = { clock: systemClock, randomBytes: makeRandomBytes() };
  const store = await openStore({ databaseUrl: null, ...place }, deps);
  try {
    await writer.insert('restaurantes', [{ id: restauranteId, slug: restauranteId, nombre: '' }]);
    const filter = { restauranteId, estados: [], tipo: null, desdeMs: null, hastaMs: null };
    for (let last: string | null = null, more = true; more; ) {
      const cursor = last === null ? null : ({ direction: 'after', id: last } as const);
      const page = await store.pedidos.list({ ...filter, limit: BATCH_ORDERS, cursor });
      await insertOrders(writer, parsePage(page.body));
      more = page.more;
      last = page.ends?.last ?? null;
    }
  } finally {
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
