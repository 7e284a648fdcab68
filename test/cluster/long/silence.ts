// What takes too long for every run of the tests: `npm run cluster`.

import { test } from 'node:test';
import { runDatabaseFaults } from '../database-faults.ts';

test('PostgreSQL is restarted, silent for 30 s and replaced by its standby under load: nothing acknowledged is lost', (t) =>
  runDatabaseFaults(t, { pauseMs: 30_000 }));
