import pg from 'pg';
import { StorageUnusableError } from '../../../port/errors.ts';
import type { CopyOptions, CopySource, SourceValue } from '../../copy-source.ts';
import { connectionConfig } from './connection.ts';
import { busyOr, placeOf } from './failures.ts';
import { liftTimeLimits, prepareDatabase } from './migrate.ts';

/** A service that was started on the empty database has made secrets: those of the copied database take their place. */
const REPLACED = 'secrets';
const BATCH_CHARS = 1_024 * 1_024;

/** The columns of a table, with their types. */
type Columns = ReadonlyMap<string, string>;

/** Fills an empty database, in one transaction: with all rows of the source or with none. */
export const fillDatabase = async (
  databaseUrl: string,
  { tables, rows }: CopySource,
  { signal, onBegin }: CopyOptions,
): Promise<void> => {
  const { options } = await prepareDatabase(databaseUrl);
  const client = new pg.Client(connectionConfig(databaseUrl, options));
  client.on('error', () => {});
  try {
    await client.connect();
    await liftTimeLimits(client);
    const onRows = onBegin(tables.values().reduce((sum, count) => sum + count, 0));
    let copied = 0;
    await client.query('BEGIN');
    await refuseUsed(client, [...tables.keys()]);
    await client.query(`DELETE FROM ${REPLACED}`);
    for (const table of tables.keys()) {
      const columns = await readColumns(client, table);
      for (const batch of batchesOf(rows(table, [...columns.keys()]), columns)) {
        signal.throwIfAborted();
        await insert(client, table, columns, batch);
        copied += batch.length;
        onRows(copied);
      }
    }
    await client.query(
      `SELECT setval(pg_get_serial_sequence('auditoria', 'id'), max(id)) FROM auditoria`,
    );
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } catch (error) {
    throw busyOr(error);
  } finally {
    await client.end().catch(() => {});
  }
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

/** Rows as JSON, in batches of about `BATCH_CHARS`. */
function* batchesOf(
  rows: Iterable<Record<string, SourceValue>>,
  columns: Columns,
): Generator<string[]> {
  let batch: string[] = [];
  let chars = 0;
  for (const row of rows) {
    const values = [...columns].map(([name, type]) => [name, toJson(row[name] ?? null, type)]);
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
const toJson = (value: SourceValue, type: string): unknown => {
  if (value instanceof Uint8Array) {
    return type === 'bytea' ? `\\x${value.toHex()}` : Buffer.from(value).toString();
  }
  return type === 'jsonb' && typeof value === 'string' ? JSON.parse(value) : value;
};

const insert = (
  client: pg.Client,
  table: string,
  columns: Columns,
  rows: readonly string[],
): Promise<unknown> => {
  const names = [...columns.keys()].join();
  return client.query(
    `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1)`,
    [`[${rows.join()}]`],
  );
};
