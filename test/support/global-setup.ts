// One PostgreSQL for the whole run. The runner starts each test file with a copy of its own environment,
// and this runs before the first of them, so what they need to know travels as TEST_DATABASE_*.

import { fileURLToPath } from 'node:url';
import { makeRunFolder } from './machine/run-folder.ts';
import { citusNodes, dropOnCluster } from './postgres/citus.ts';
import { createTemplate, dropDatabases, prefix } from './postgres/databases.ts';
import { type Postgres, startPostgres } from './postgres/postgres.ts';

let postgres: Postgres | undefined;
let removeFolder: (() => void) | undefined;

/** Every test file is a process of its own: a shared cache spares it compiling again what another has compiled. */
export const COMPILE_CACHE = fileURLToPath(
  new URL('../../node_modules/.cache/comanda', import.meta.url),
);

export async function globalSetup(): Promise<void> {
  process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
  removeFolder = makeRunFolder();
  try {
    if (citusNodes() !== null) {
      // The workers get it, too, so that their databases can be found at the end.
      prefix();
      return;
    }
    if (!process.env['TEST_DATABASE_URL']) {
      postgres = await startPostgres();
      process.env['TEST_DATABASE_URL'] = postgres.url;
    }
    process.env['TEST_DATABASE_TEMPLATE'] = await createTemplate();
  } catch (error) {
    // A thrown error would be printed with a stack, which hides the advice in its message.
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

export async function globalTeardown(): Promise<void> {
  const server = process.env['TEST_DATABASE_URL'];
  const nodes = citusNodes();
  if (postgres !== undefined) await postgres.stop();
  else if (nodes !== null) await dropOnCluster(nodes, prefix());
  else if (server) await dropDatabases(server, prefix());
  removeFolder?.();
}
