import pg from 'pg';

let made = 0;

/** An empty database on the server of this run; it goes away with the server. */
export const freshDatabase = async (serverUrl: string): Promise<string> => {
  made += 1;
  const name = `webhooks_${process.pid}_${made}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};
