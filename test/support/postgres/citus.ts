import type pg from 'pg';
import { withClient } from './query.ts';

// Databases on a real Citus cluster: CITUS_URL is its coordinator, CITUS_NODES are the addresses of all nodes (commas between
// them, the coordinator's first), each with a role that may create databases and extensions there.

/** Few, because every test makes and empties all of them. */
export const SHARDS = 4;

export const citusNodes = (): string[] | null => {
  const nodes = process.env['CITUS_NODES']?.split(',').filter((each) => each !== '') ?? [];
  return process.env['CITUS_URL'] && nodes.length > 1 ? nodes : null;
};

/** A node's address with another database. */
export const atDatabase = (node: string, database: string): string => {
  const url = new URL(node);
  url.pathname = `/${database}`;
  return url.href;
};

/** A database of this name on every node, joined to a cluster. Returns its address at the coordinator. */
export const createOnCluster = async (
  nodes: readonly string[],
  name: string,
  owner = new URL(process.env['CITUS_URL'] ?? '').username,
): Promise<string> => {
  for (const node of nodes) {
    await withClient(node, async (client) => {
      await client.query('SET citus.enable_create_database_propagation TO off');
      await client.query(`CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0`);
      await client.query(`ALTER DATABASE ${name} SET citus.shard_count TO ${SHARDS}`);
    });
    await withClient(atDatabase(node, name), (client) => client.query('CREATE EXTENSION citus'));
  }
  const [coordinator = '', ...workers] = nodes;
  await withClient(atDatabase(coordinator, name), async (client) => {
    const { hostname, port } = new URL(coordinator);
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
    for (const worker of workers.map((each) => new URL(each))) {
      await client.query('SELECT citus_add_node($1, $2)', [worker.hostname, Number(worker.port)]);
    }
  });
  return atDatabase(process.env['CITUS_URL'] ?? '', name);
};

/** Drops the databases whose names begin so. */
export const dropOnCluster = async (nodes: readonly string[], prefix: string): Promise<void> => {
  for (const node of nodes) {
    await withClient(node, async (client) => {
      await client.query('SET citus.enable_create_database_propagation TO off');
      const { rows } = await client.query<{ name: string }>(
        'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
        [prefix],
      );
      for (const { name } of rows) {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }
    });
  }
};

/** Empties a migrated database, for the next test: to distribute its tables anew takes a hundred times as long. */
export const emptyTables = async (client: pg.Client): Promise<void> => {
  await client.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'comanda%'`);
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'comanda_migrations'`);
  for (const { name } of rows) {
    const { rowCount } = await client.query(`SELECT FROM ${name} LIMIT 1`);
    if (rowCount !== 0) await client.query(`TRUNCATE ${name} RESTART IDENTITY CASCADE`);
  }
  await client.query("INSERT INTO shared_numbers (name, value) VALUES ('llaves', 0)");
};
