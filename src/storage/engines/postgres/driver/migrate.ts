import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StorageUnusableError } from '../../../port/errors.ts';
import { type Applied, type Migration, readMigrations, refusalOf } from '../../migrations.ts';
import { createFunctions } from '../batch/create.ts';
import { distribute, isCluster } from '../cluster/distribute.ts';
import { connectionConfig, type SessionOptions } from './connection.ts';
import {
  BEHIND_POOLER,
  isConflict,
  isLockTimeout,
  type Place,
  placeOf,
  READ_ONLY_ADVICE,
  reason,
  unreachable,
  unusable,
} from './failures.ts';

const SERVER_VERSION_MIN = 15;
/** "Coma" in ASCII: the number of our advisory lock. */
const MIGRATION_LOCK = 0x436f6d61;
const MIGRATION_WAIT_MS = 10 * 60_000;
/**
 * Less than PostgreSQL's `deadlock_timeout`: if a migration deadlocks with the processes that go on beside it, the migration
 * gives up its locks before the server chooses whom to fail.
 */
const LOCK_WAIT_MS = 500;
const AGAIN_MS = 200;
const TRIES_MAX = MIGRATION_WAIT_MS / (LOCK_WAIT_MS + AGAIN_MS);

export const MIGRATIONS = readMigrations(new URL('../migrations/', import.meta.url));

interface Prepared {
  options: SessionOptions;
  /** How many connections the server allows this user on this database, of all programs together. */
  connectionsAllowed: number;
  /** Tables that found their place in a cluster, a line for each. */
  distributed: string[];
}

export const prepareDatabase = (
  databaseUrl: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Prepared> =>
  withInspected(databaseUrl, async (client, place, { options, connectionsAllowed }) => {
    const cluster = await isCluster(client);
    await migrate(client, migrations, place);
    const distributed = await completeAlone(client, cluster);
    return { options: { ...options, cluster }, connectionsAllowed, distributed };
  });

/** Throws StorageUnusableError for a server that is not fit for us. */
const withInspected = async <T>(
  databaseUrl: string,
  work: (client: pg.Client, place: Place, found: Inspected) => Promise<T>,
): Promise<T> => {
  const client = makeClient(databaseUrl);
  const { host, port, database = '' } = client;
  const place: Place = { host, port, database };
  try {
    await client.connect().catch((error: unknown) => {
      throw unreachable(error, place);
    });
    await liftTimeLimits(client);
    return await work(client, place, await inspect(client, place));
  } catch (error) {
    throw unusable(error, place);
  } finally {
    await client.end().catch(() => {});
  }
};

/** Looks at a database that is fit for us, without changing it. `pending`: migrations that it has not been through. */
export const lookAtDatabase = <T>(
  databaseUrl: string,
  look: (client: pg.Client, found: Inspected & { pending: number }) => Promise<T>,
): Promise<T> =>
  withInspected(databaseUrl, async (client, place, found) => {
    const version = await checkedVersion(client, MIGRATIONS, place);
    return look(client, { ...found, pending: MIGRATIONS.length - version });
  });

/** For work whose time grows with the database: the role or the database may have time limits of their own. */
export const liftTimeLimits = (client: pg.Client): Promise<pg.QueryResult> =>
  client.query(`
    SELECT set_config(name, '0', false) FROM pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout')`);

const makeClient = (databaseUrl: string): pg.Client => {
  try {
    const client = new pg.Client(connectionConfig(databaseUrl));
    // An `error` event without a listener would end the process.
    client.on('error', () => {});
    return client;
  } catch (error) {
    // The address may hold the password, so only the error is shown.
    throw new StorageUnusableError(`DATABASE_URL cannot be used: ${reason(error)}`);
  }
};

/** `least` ignores NULL; the limits of a role and of a database do not hold for a superuser. */
const CONNECTIONS_ALLOWED = `
  CASE WHEN rolsuper THEN current_setting('max_connections')::int ELSE least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) END`;

type Inspected = Omit<Prepared, 'distributed'>;

const inspect = async (client: pg.Client, place: Place): Promise<Inspected> => {
  const { rows } = await client.query<{
    version: string;
    encoding: string;
    read_only: string;
    enable_sort: string;
    synchronous_commit: string;
    connections: number;
  }>(`
    SELECT current_setting('server_version_num') AS version,
           current_setting('server_encoding') AS encoding,
           current_setting('transaction_read_only') AS read_only,
           current_setting('enable_sort') AS enable_sort,
           current_setting('synchronous_commit') AS synchronous_commit,
           ${CONNECTIONS_ALLOWED} AS connections
    FROM pg_roles, pg_database WHERE rolname = session_user AND datname = current_database()`);
  const [found] = rows;
  if (found === undefined) throw new Error('the server does not know its own settings');
  const refuse = (why: string) => {
    throw new StorageUnusableError(`${placeOf(place)} ${why}`);
  };
  const major = Math.floor(Number(found.version) / 10_000);
  if (major < SERVER_VERSION_MIN) {
    refuse(`runs on PostgreSQL ${major}; version ${SERVER_VERSION_MIN} or newer is needed`);
  }
  if (found.encoding !== 'UTF8') {
    refuse(`is encoded in ${found.encoding}; create one with ENCODING 'UTF8' TEMPLATE template0`);
  }
  if (found.read_only === 'on') {
    refuse(READ_ONLY_ADVICE);
  }
  // Every connection asks for this setting among others. Without them each page would sort the whole history.
  if (found.enable_sort !== 'off') refuse(BEHIND_POOLER);
  // A commit that is acknowledged must be on disk. Stricter settings (remote_apply) are left alone.
  const options: SessionOptions =
    found.synchronous_commit === 'off' ? { synchronousCommit: 'on' } : {};
  return { options, connectionsAllowed: found.connections };
};

/** Null: there are tables of ours, and nothing that says which migrations made them. */
const appliedTo = async (client: pg.Client): Promise<Applied[] | null> => {
  const tables = await client.query<{ remembers: boolean; isUsed: boolean }>(
    `SELECT to_regclass('comanda_migrations') IS NOT NULL AS remembers,
            to_regclass('restaurantes') IS NOT NULL AS "isUsed"`,
  );
  const { remembers = false, isUsed = false } = tables.rows[0] ?? {};
  if (!remembers) return isUsed ? null : [];
  const { rows } = await client.query<Applied>(
    'SELECT version, fingerprint FROM comanda_migrations ORDER BY version',
  );
  return rows;
};

/** Returns the number of migrations that a database has been through. */
const checkedVersion = async (
  client: pg.Client,
  migrations: readonly Migration[],
  place: Place,
): Promise<number> => {
  const applied = await appliedTo(client);
  const refusal = refusalOf(applied, migrations);
  if (refusal !== null) throw new StorageUnusableError(`${placeOf(place)}: ${refusal}`);
  return applied?.length ?? 0;
};

/** One process a time: tables are distributed one by one, each in a transaction of its own. */
const completeAlone = async (client: pg.Client, cluster: boolean): Promise<string[]> => {
  await client.query(`SET lock_timeout = ${MIGRATION_WAIT_MS}`);
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await client.query('SET lock_timeout = 0');
  try {
    const distributed = cluster ? await distribute(client) : [];
    await createFunctions(client, cluster);
    return distributed;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
};

/** Takes the lock before the transaction: a transaction that waited for it might still not see the table of migrations. */
const migrate = async (
  client: pg.Client,
  migrations: readonly Migration[],
  place: Place,
): Promise<void> => {
  if ((await checkedVersion(client, migrations, place)) === migrations.length) return;
  await client.query(`SET lock_timeout = ${MIGRATION_WAIT_MS}`);
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrateOnce(client, migrations, place);
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      if (!(isConflict(error) || isLockTimeout(error)) || tries >= TRIES_MAX) throw error;
    }
    await delay(AGAIN_MS);
  }
};

const migrateOnce = async (
  client: pg.Client,
  migrations: readonly Migration[],
  place: Place,
): Promise<void> => {
  await client.query('BEGIN');
  const version = await checkedVersion(client, migrations, place);
  // Every batch begins with this table: batches that wait here hold no other lock that the migration needs.
  if (version > 0 && version < migrations.length) {
    await client.query('LOCK TABLE log_heads IN EXCLUSIVE MODE');
  }
  await client.query(`
    CREATE TABLE IF NOT EXISTS comanda_migrations (
      version int PRIMARY KEY, name text NOT NULL, fingerprint text NOT NULL,
      applied timestamptz NOT NULL DEFAULT now())`);
  for (const { version: next, name, statements, fingerprint } of migrations.slice(version)) {
    for (const statement of statements) await client.query(statement);
    await client.query(
      'INSERT INTO comanda_migrations (version, name, fingerprint) VALUES ($1, $2, $3)',
      [next, name, fingerprint],
    );
  }
  await client.query('COMMIT');
};
