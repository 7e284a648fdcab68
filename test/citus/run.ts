// Tests on a real Citus cluster: test/support/postgres/citus.ts makes their databases on all of its nodes.
//
//   CITUS_URL=postgres://…  CITUS_NODES=postgres://…,postgres://…  npm run test:citus [FILE …]

import { citusNodes } from '../support/postgres/citus.ts';

const FILES = [
  'test/citus/conformance.ts',
  'test/citus/distribute.ts',
  'test/storage/upgrade.test.ts',
];

const HOW = `npm run test:citus needs a Citus cluster (PostgreSQL 15 or newer, Citus 13), for example
on one machine: initdb for a coordinator and two workers, with shared_preload_libraries = 'citus',
wal_level = logical, max_prepared_transactions and max_connections of at least 300. Then

  CITUS_URL=postgres://comanda@COORDINATOR/postgres
  CITUS_NODES=postgres://postgres@COORDINATOR/postgres,postgres://postgres@WORKER1/postgres,…

The first role owns the databases of the tests and exists on every node; the second creates databases and extensions.
docs/guides/citus.md shows each step.
`;

if (citusNodes() === null) {
  process.stderr.write(HOW);
  process.exit(2);
}
const given = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...(given.length > 0 ? given : FILES));
await import('../run.ts');
