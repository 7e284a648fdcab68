import { test } from 'node:test';
import { runDatabaseFaults } from './database-faults.ts';

test('PostgreSQL is restarted, paused and replaced by its standby under load: nothing acknowledged is lost', (t) =>
  runDatabaseFaults(t, { pauseMs: 1_500 }));
