import { type Finding, fault, ok, warning } from '../../../../platform/finding.ts';
import { checkCluster } from '../cluster/checks.ts';
import { CONNECTIONS_MAX, CONNECTIONS_MIN } from '../driver/pools.ts';

interface Examined {
  /** Migrations that the database has not been through. */
  pending: number;
  connectionsAllowed: number;
  /** The clock of this process. */
  nowMs(): number;
  /** Runs a query that has one row. */
  one<T extends object>(sql: string, values?: unknown[]): Promise<T>;
}

/** Null: it does not apply to this server. */
type Check = (examined: Examined) => Promise<Finding | null>;

const CLOCK_OFFSET_MS_MAX = 5_000;
const LOCK_WAIT_SECONDS_MAX = 30;
const TRANSACTION_SECONDS_MAX = 600;

/** In the order of the report. */
export const CHECKS: Readonly<Record<string, Check>> = {
  async database({ one }) {
    const { version, size } = await one<{ version: string; size: string }>(
      `SELECT current_setting('server_version') AS version,
              pg_size_pretty(pg_database_size(current_database())) AS size`,
    );
    return ok(`PostgreSQL ${version}, ${size}`);
  },

  async schema({ pending }) {
    if (pending === 0) return ok('up to date');
    return warning(
      `${pending} migrations to go`,
      'comanda migrate brings it up to date, as the next start does',
    );
  },

  /** Each of these trades what the service has promised for speed. */
  async 'database settings'({ one }) {
    const off = await one<{ names: string | null }>(
      `SELECT string_agg(name, ', ' ORDER BY name) AS names FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'`,
    );
    if (off.names === null) return ok('fsync and full_page_writes are on');
    const advice = 'turn it on in postgresql.conf: a power cut may lose or damage orders';
    return fault(`off: ${off.names}`, advice);
  },

  async 'database connections'({ one, connectionsAllowed }) {
    const { used } = await one<{ used: number }>(
      `SELECT count(*)::int AS used FROM pg_stat_activity
       WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    const detail = `${used} in use, ${connectionsAllowed} allowed; a process takes ${CONNECTIONS_MIN} to ${CONNECTIONS_MAX}`;
    const advice = 'raise max_connections or the CONNECTION LIMIT, or run fewer processes';
    if (connectionsAllowed < CONNECTIONS_MIN) return fault(detail, advice);
    return used + CONNECTIONS_MIN > connectionsAllowed ? warning(detail, advice) : ok(detail);
  },

  async 'database locks'({ one }) {
    const { waiting, waitSeconds, oldestSeconds } = await one<{
      waiting: number;
      waitSeconds: number;
      oldestSeconds: number;
    }>(
      `SELECT count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS waiting,
              coalesce(max(extract(epoch FROM clock_timestamp() - query_start))
                FILTER (WHERE wait_event_type = 'Lock'), 0)::int AS "waitSeconds",
              coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::int AS "oldestSeconds"
       FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    const detail = `${waiting} queries wait for a lock, the oldest transaction is ${oldestSeconds} s old`;
    const isStuck = waitSeconds > LOCK_WAIT_SECONDS_MAX || oldestSeconds > TRANSACTION_SECONDS_MAX;
    if (!isStuck) return ok(detail);
    return warning(detail, 'pg_stat_activity shows who holds it: end a forgotten session there');
  },

  cluster: checkCluster,

  /** Rows are dated by processes, leases by the server. */
  async 'database clock'({ one, nowMs }) {
    const before = nowMs();
    const { serverMs } = await one<{ serverMs: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "serverMs"',
    );
    const offsetMs = Math.round(serverMs - (before + nowMs()) / 2);
    const detail = `${Math.abs(offsetMs)} ms ${offsetMs < 0 ? 'behind' : 'ahead of'} this machine`;
    if (Math.abs(offsetMs) <= CLOCK_OFFSET_MS_MAX) return ok(detail);
    return fault(detail, 'let NTP set the clocks of both machines (timedatectl)');
  },
};
