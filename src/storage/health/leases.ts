import { type Database, run, send } from '../database.ts';
import type { HealthStore, Lease } from '../port/notices/health.ts';
import type { DatabaseClock } from './clock.ts';

type LeaseStore = Pick<HealthStore, 'hold' | 'release' | 'leases' | 'forgetLease' | 'databaseMs'>;

const RELEASE = 'DELETE FROM leases WHERE name = $1 AND owner = $2';
const FORGET = 'DELETE FROM leases WHERE name = $1';

/** Leases go by the database's clock: those of processes may differ. */
export const makeLeases = (
  { all, transact }: Database,
  { sql: clock, isRemote }: DatabaseClock,
): LeaseStore => {
  const HOLD = `
    INSERT INTO leases AS l (name, owner, since_ms, until_ms) VALUES ($1, $2, ${clock}, ${clock} + $3)
    ON CONFLICT (name) DO UPDATE SET
      since_ms = CASE WHEN l.owner = excluded.owner THEN l.since_ms ELSE excluded.since_ms END,
      owner = excluded.owner, until_ms = excluded.until_ms
    WHERE l.owner = excluded.owner OR l.until_ms < excluded.since_ms`;
  const LEASES = `
    SELECT name, since_ms AS "sinceMs", until_ms AS "untilMs", until_ms < ${clock} AS "isExpired"
    FROM leases WHERE name >= $1 AND name < $2 ORDER BY name`;

  return {
    hold: (name, owner, leaseMs) =>
      transact(
        function* () {
          return (yield* run(HOLD, name, owner, leaseMs)) > 0;
        },
        { fsync: false },
      ),
    release: (name, owner) => transact(() => send(RELEASE, name, owner)),
    async leases(prefix) {
      const found = await all<Lease>(LEASES, prefix, `${prefix}\uffff`);
      return found.map((lease) => ({ ...lease, isExpired: Boolean(lease.isExpired) }));
    },
    forgetLease: (name) => transact(() => send(FORGET, name)),
    async databaseMs() {
      if (!isRemote) return null;
      const [row] = await all<{ ms: number }>(`SELECT ${clock} AS ms`);
      return row?.ms ?? null;
    },
  };
};
