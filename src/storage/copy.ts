import pg from 'pg';
import { StorageUnusableError } from './port/errors.ts';
import { connectionConfig } from './postgres/driver/connection.ts';
import { busyOr, placeOf } from './postgres/driver/failures.ts';
import { liftTimeLimits, prepareDatabase } from './postgres/driver/migrate.ts';
import type { Connection } from './sqlite/driver/connection.ts';
import { openAlone } from './sqlite/driver/open.ts';

/** Others refer to their rows. */
const FIRST = ['restaurantes', 'usuarios'];
/** PostgreSQL makes secrets with its first schema: those of the copied database take their place. */
const REPLACED = 'secretos';
const BATCH_CHARS = 1_024 * 1_024;

type Row = Record<string, string | number | Uint8Array | null>;
/** The columns of a table in PostgreSQL, with their types. */
type Columns = ReadonlyMap<string, string>;

interface CopyOptions {
  signal: AbortSignal;
  /** Called with the number of all rows. What it gives is called with the number so far. */
  onBegin(total: number): (copied: number) => void;
}

/** How many rows each table has. */
export type Tally = ReadonlyMap<string, number>;

/**
 * Copies a SQLite database into an empty one on PostgreSQL. It is one transaction: all of it or nothing. No program may
 * have the SQLite database open, because its commits would be lost.
 */
export const copyDatabase = async (
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  { signal, onBegin }: CopyOptions,
): Promise<Tally> => {
  const source = openAlone(dataDir);
  try {
    await prepareDatabase(databaseUrl);
    const client = new pg.Client(connectionConfig(databaseUrl));
    client.on('error', () => {});
    try {
      await client.connect();
      await liftTimeLimits(client);
      const tally = countRows(source);
      const onRows = onBegin(tally.values().reduce((sum, rows) => sum + rows, 0));
      let copied = 0;
      await client.query('BEGIN');
      await refuseUsed(client, [...tally.keys()]);
      await client.query(`DELETE FROM ${REPLACED}`);
      for (const table of tally.keys()) {
        const columns = await readColumns(client, table);
        for (const batch of batchesOf(source, table, columns)) {
          signal.throwIfAborted();
          await insert(client, table, [...columns.keys()], batch);
          copied += batch.length;
          onRows(copied);
        }
      }
      await client.query(
        `SELECT setval(pg_get_serial_sequence('auditoria', 'id'), max(id)) FROM auditoria`,
      );
      await client.query('COMMIT');
      await client.query('ANALYZE');
      return tally;
    } catch (error) {
      throw busyOr(error);
    } finally {
      await client.end().catch(() => {});
    }
  } finally {
    source.close();
  }
};

const countRows = (source: Connection): Tally => {
  const found = source.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
  );
  const names = new Set([...FIRST, ...found.map(({ name }) => name)]);
  return new Map(
    [...names].map((name) => {
      const counted = source.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`);
      return [name, counted?.rows ?? 0];
    }),
  );
};

/** Keeps others from writing first. */
const refuseUsed = async (client: pg.Client, tables: readonly string[]): Promise<void> => {
  await client.query(`LOCK TABLE ${tables.join()} IN EXCLUSIVE MODE`);
  for (const table of tables) {
    if (table === REPLACED) continue;
    const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
    if (rowCount === 0) continue;
    const { host, port, database = '' } = client;
    throw new StorageUnusableError(
      `${placeOf({ host, port, database })} has data already (in ${table}); copy into an empty database`,
    );
  }
};

const readColumns = async (client: pg.Client, table: string): Promise<Columns> => {
  const { rows } = await client.query<{ column_name: string; data_type: string }>(
    `SELECT column_name, data_type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1`,
    [table],
  );
  return new Map(rows.map(({ column_name, data_type }) => [column_name, data_type]));
};

/** The rows of a table as JSON, in batches of about `BATCH_CHARS`. */
function* batchesOf({ db }: Connection, table: string, columns: Columns): Generator<string[]> {
  let batch: string[] = [];
  let chars = 0;
  const rows = db.prepare(`SELECT ${[...columns.keys()].join()} FROM ${table}`).iterate();
  for (const row of rows as Iterable<Row>) {
    const values = [...columns].map(([name, type]) => [name, toJson(row[name], type)]);
    const json = JSON.stringify(Object.fromEntries(values));
    batch.push(json);
    chars += json.length;
    if (chars < BATCH_CHARS) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}

/** A value as `json_populate_recordset` takes it for a column of this type. */
const toJson = (value: Row[string] | undefined, type: string): unknown => {
  if (value instanceof Uint8Array) {
    return type === 'bytea' ? `\\x${value.toHex()}` : Buffer.from(value).toString();
  }
  return type === 'jsonb' && typeof value === 'string' ? JSON.parse(value) : value;
};

const insert = (
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: readonly string[],
): Promise<unknown> =>
  client.query(
    `INSERT INTO ${table} (${columns.join()}) OVERRIDING SYSTEM VALUE
     SELECT ${columns.join()} FROM json_populate_recordset(NULL::${table}, $1)`,
    [`[${rows.join()}]`],
  );
