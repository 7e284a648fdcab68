import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase } from './databases.ts';
import { startPostgres } from './postgres.ts';
import { query } from './query.ts';

const run = promisify(execFile);

interface DumpServer {
  /** Makes an empty database and gives its address. */
  create(name: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * A server that the machine's own pg_dump can read, which refuses one that is newer than itself: the server of the
 * run, else one of the same installation as pg_dump. A string says why there is none.
 */
export const findDumpServer = async (): Promise<DumpServer | string> => {
  const found = await run('pg_dump', ['--version']).catch(() => null);
  if (found === null) return 'there is no pg_dump on this machine';
  const major = Number(/\d+/.exec(found.stdout)?.[0]);
  const database = await createDatabase();
  if ((await majorOf(database.url)) <= major) {
    return { create: (name) => createBeside(database.url, name), stop: database.drop };
  }
  await database.drop();
  const installation = [`/usr/lib/postgresql/${major}`, `/usr/pgsql-${major}`, await besidePgDump()]
    .filter((folder) => existsSync(join(folder, 'bin', 'initdb')))
    .at(0);
  if (installation === undefined) return `pg_dump ${major} is older than the server of the tests`;
  const server = await startPostgres({ installation });
  return { create: (name) => createBeside(server.url, name), stop: server.stop };
};

const besidePgDump = async (): Promise<string> => {
  const { stdout } = await run('sh', ['-c', 'readlink -f "$(command -v pg_dump)"']);
  return dirname(dirname(stdout.trim()));
};

const majorOf = async (url: string): Promise<number> => {
  const [row] = await query(url, `SELECT current_setting('server_version_num')::int AS version`);
  return Math.floor(Number(row?.['version']) / 10_000);
};

/** The name is appended to that of the run's own database, which is unique. */
const createBeside = async (url: string, name: string): Promise<string> => {
  const address = new URL(url);
  address.pathname += `_${name}`;
  await query(url, `CREATE DATABASE ${address.pathname.slice(1)} TEMPLATE template0`);
  return address.href;
};
