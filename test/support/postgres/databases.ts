import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from './postgres.ts';

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /**
   * Ends its connections and deletes it; `await using` does the same. A database that is not dropped
   * goes away at the end of the run. It does not drop itself in an `after` hook: those run first come,
   * first served, so it would be gone before the test that made it could close its pool.
   */
  drop(): Promise<void>;
}

export interface DatabaseOptions {
  /** The name of a database to copy, e.g. one that is already migrated. Nobody may be connected to it. */
  readonly template?: string;
}

/** How the names of this run's databases begin; set by the global setup. */
const PREFIX = process.env['TEST_DATABASE_PREFIX'] ?? newPrefix();

let ownServer: Promise<string> | undefined;

export function newPrefix(): string {
  return `comanda_test_${randomBytes(4).toString('hex')}_`;
}

/** A fresh, empty database on the run's server. */
export async function createDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = PREFIX + randomBytes(8).toString('hex');
  const template = pg.escapeIdentifier(options.template ?? 'template0');
  await administer(server, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`),
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () => administer(server, (client) => dropDatabase(client, name));
  return { url: url.href, drop, [Symbol.asyncDispose]: drop };
}

/** What a run leaves on a server that is not its own. */
export async function dropDatabases(server: string, prefix: string): Promise<void> {
  await administer(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await dropDatabase(client, datname);
  });
}

function dropDatabase(client: pg.Client, name: string): Promise<unknown> {
  return client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** A file run by itself, without the global setup, gets a server of its own. */
function serverUrl(): Promise<string> {
  const shared = process.env['TEST_DATABASE_URL'];
  if (shared) return Promise.resolve(shared);
  ownServer ??= startPostgres().then((postgres) => postgres.url);
  return ownServer;
}

async function administer(
  server: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
