// Tests on a real Citus cluster: test/support/postgres/citus.ts makes their databases on all of its nodes.
//
//   CITUS_URL=postgres://…  CITUS_NODES=postgres://…,postgres://…  npm run test:citus [FILE …]

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { citusNodes } from '../support/postgres/citus.ts';

const RUN = fileURLToPath(new URL('../run.ts', import.meta.url));
/** Where tests may say that they are for each engine: here that is the cluster. */
const BY_ENGINE = 'test/{http,stream,webhooks}/**/*.test.ts';
const STORAGE = [
  ...['accounts', 'log', 'orders', 'webhooks'].map((part) => `test/citus/conformance/${part}.ts`),
  'test/citus/distribute.ts',
  'test/citus/guide.ts',
  'test/storage/upgrade.test.ts',
];
/** They stop a node, which other files would notice. */
const ALONE = ['test/citus/nodes.ts'];

const HOW = `npm run test:citus needs a Citus cluster (PostgreSQL 15 or newer, Citus 13), for example
on one machine: initdb for a coordinator and two workers, with shared_preload_libraries = 'citus',
wal_level = logical, max_prepared_transactions and max_connections of at least 300. Then

  CITUS_URL=postgres://comanda@COORDINATOR/postgres
  CITUS_NODES=postgres://postgres@COORDINATOR/postgres,postgres://postgres@WORKER1/postgres,…

The first role owns the databases of the tests and exists on every node; the second creates databases and extensions.
Tests stop workers and start them again: the nodes run on this machine, as this user or under root.
docs/guides/citus.md shows each step.
`;

if (citusNodes() === null) {
  process.stderr.write(HOW);
  process.exit(2);
}

const isByEngine = (file: string): boolean =>
  !file.endsWith('.long.test.ts') && readFileSync(file, 'utf8').includes('describeOnEngines(');
const given = process.argv.slice(2);
const rounds =
  given.length > 0 ? [given] : [[...STORAGE, ...globSync(BY_ENGINE).filter(isByEngine)], ALONE];
const run = (files: readonly string[]): boolean =>
  spawnSync(process.execPath, [RUN, ...files], { stdio: 'inherit' }).status === 0;
const failed = rounds.filter((files) => !run(files));
process.exit(failed.length > 0 ? 1 : 0);
