import pg from 'pg';

/** The processes of a PostgreSQL server, to add up what they cost; only on the machine that it runs on. */
export const backendPids = async (databaseUrl: string): Promise<number[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
  );
  await client.end();
  return rows.map(({ pid }) => pid);
};
