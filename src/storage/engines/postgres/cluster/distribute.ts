import pg from 'pg';

/** Whether the database is the coordinator of a Citus cluster. */
export const isCluster = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query("SELECT FROM pg_extension WHERE extname = 'citus'")).rowCount === 1;

/** All tables of a restaurant's rows lie on the node of its log's head, which is therefore distributed first. */
const FIRST = 'log_heads';

/** Tables with the restaurant first in their primary key that are not distributed yet. */
const UNDISTRIBUTED = `
  SELECT c.relname AS name FROM pg_index i
  JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = current_schema()::regnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
  WHERE i.indisprimary AND a.attname = 'restaurante_id'
    AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid AND p.partmethod = 'h')
  ORDER BY c.relname <> '${FIRST}', c.relname`;

/**
 * Tables of accounts and counters that are reference tables, or drawn in by one. Left on the coordinator, they are written
 * while a worker is down; a reference table needs every node for each write.
 */
const REPLICATED = `
  SELECT c.relname AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND p.partmethod = 'n' AND p.repmodel = 't'
  ORDER BY c.relname`;

/**
 * Session settings do not reach the workers, so their databases have them: without statistics, the planner of a worker would
 * sort a restaurant's whole history for a page. The owner of the database may set them.
 */
const WORKER_SETTINGS = [
  ...['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort'],
  'jit',
];

/** Distributes what is not distributed, whatever was there before. Returns a line for each thing it did. */
export const distribute = async (client: pg.ClientBase): Promise<string[]> => {
  const names = async (sql: string): Promise<string[]> =>
    (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  const done: string[] = [];
  for (const name of await names(REPLICATED)) {
    // A table that another drew in with it is no longer there.
    if (!(await names(REPLICATED)).includes(name)) continue;
    await client.query('SELECT undistribute_table($1, cascade_via_foreign_keys => true)', [name]);
    done.push(`moved ${name} to the coordinator`);
  }
  for (const name of await names(UNDISTRIBUTED)) {
    const beside = name === FIRST ? 'none' : FIRST;
    await client.query(
      "SELECT create_distributed_table($1, 'restaurante_id', colocate_with => $2)",
      [name, beside],
    );
    // The rows were copied to the shards: the originals hold data of customers that nobody would delete.
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [name]);
    done.push(`distributed ${name} by restaurant`);
  }
  if (done.length > 0) await setWorkerSettings(client);
  return done;
};

const setWorkerSettings = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  const database = pg.escapeIdentifier(rows[0]?.name ?? '');
  // Citus passes this on to every node.
  for (const setting of WORKER_SETTINGS) {
    await client.query(`ALTER DATABASE ${database} SET ${setting} TO off`);
  }
};
