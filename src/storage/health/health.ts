import type { Database } from '../database.ts';
import type { HealthStore } from '../port/notices/health.ts';
import type { DatabaseClock } from './clock.ts';
import { makeConditions } from './conditions.ts';
import { makeFacts } from './facts.ts';
import { makeLeases } from './leases.ts';
import { makeNotices } from './notices.ts';

export const makeHealthStore = (
  database: Database,
  clock: DatabaseClock,
  nowMs: () => number,
): HealthStore => ({
  ...makeLeases(database, clock),
  ...makeFacts(database),
  ...makeConditions(database),
  ...makeNotices(database, nowMs),
});
