import pg from 'pg';
import { StorageUnusableError } from '../../../port/errors.ts';
import { compareFigures, type Figures } from '../../figures.ts';
import { connectionConfig } from '../driver/connection.ts';
import { busyOr, reason } from '../driver/failures.ts';
import { liftTimeLimits } from '../driver/migrate.ts';

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(connectionConfig(url));
  client.on('error', () => {});
  try {
    await client.connect();
    await liftTimeLimits(client);
    return await work(client);
  } catch (error) {
    throw busyOr(error);
  } finally {
    await client.end().catch(() => {});
  }
};

interface Snapshot {
  snapshot: string;
  figures: Figures;
}

/** Holds a snapshot that `pg_dump` can take for its own, with the figures of that very moment. */
export const withSnapshot = <T>(
  databaseUrl: string,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> =>
  withClient(databaseUrl, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
    return work({ snapshot: rows[0]?.id ?? '', figures: await countRows(client) });
  });

const countRows = async (client: pg.Client): Promise<Figures> => {
  const { rows: tables } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
  );
  const figures = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*) AS n FROM ${pg.escapeIdentifier(name)}`,
    );
    figures.set(name, rows[0]?.n ?? 0);
  }
  return figures;
};

/** Restores into a database that is there for this alone, compares, and drops it. */
export const verifyCopy = (
  databaseUrl: string,
  { snapshot, figures }: Snapshot,
  restore: (database: string) => Promise<void>,
): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    // The server never gives two snapshots one name.
    const database = `comanda_verify_${snapshot.toLowerCase().replaceAll('-', '_')}`;
    await client.query(`CREATE DATABASE ${database} TEMPLATE template0`).catch((error: unknown) => {
      throw new StorageUnusableError(
        `the backup cannot be verified, because no database can be made for it: ${reason(error)}; ALTER ROLE … CREATEDB allows it`,
      );
    });
    try {
      await restore(database);
      const url = new URL(databaseUrl);
      url.pathname = `/${database}`;
      compareFigures(figures, await withClient(url.href, countRows));
    } finally {
      await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    }
  });
