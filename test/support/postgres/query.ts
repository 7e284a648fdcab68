import pg from 'pg';

/** Opens a connection for the duration of a callback. */
export const withClient = async <T>(
  server: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(server);
  // Without a listener, a server that goes away at this moment would crash the process; the query fails as well.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Runs a statement on a server; gives its rows. */
export const query = <T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> =>
  withClient(url, async (client) => (await client.query<T>(sql)).rows);
