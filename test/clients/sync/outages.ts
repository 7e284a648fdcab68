import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openDuckdb } from '../../../clients/cli/src/sync/target/duckdb.ts';
import { openSqlite } from '../../../clients/cli/src/sync/target/sqlite.ts';
import { type Target, TargetFailure } from '../../../clients/cli/src/sync/target/target.ts';
import { limitFiles } from '../../support/machine/file-limit.ts';
import type { Postgres } from '../../support/postgres/postgres.ts';
import { query } from '../../support/postgres/query.ts';
import { until } from '../../support/until.ts';

/** Ends an outage. */
type Restore = () => Promise<void>;

export const fileOf = (to: string): string => to.replace(/^\w+:/, '');

/** Simulates another program that has the file open and writes to it: it takes no lock of a sync's. */
export const holdFile = async (to: string): Promise<Restore> => {
  const open = to.startsWith('duckdb:') ? openDuckdb : openSqlite;
  let target: Target | undefined;
  await until(async () => {
    target = await open(fileOf(to), to, { readOnly: false }).catch((error: unknown) => {
      if (error instanceof TargetFailure && error.isPassing) return undefined;
      throw error;
    });
    return target !== undefined;
  });
  const release = Promise.withResolvers<void>();
  const held = target?.transaction(() => release.promise).finally(() => target?.close());
  return async () => {
    release.resolve();
    await held;
  };
};

/** Locks a table, so that a sync hangs in the middle of its transaction until the server has gone. */
export const holdTable = async (url: string, table: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table}`);
};

export const untilSyncWaits = (url: string): Promise<void> =>
  until(async () => {
    const waiting = `SELECT 1 FROM pg_stat_activity
      WHERE application_name = 'comanda sync' AND wait_event_type = 'Lock'`;
    return (await query(url, waiting)).length > 0;
  });

/** Must exceed a segment of the log, which is 16 MiB: the server cannot run without writing those. */
const FILE_BYTES_MAX = 17_000_000;

/** Simulates a full disk: no table of the server can grow, and `iva` has no room left. */
export const fillServer = async ({ url, data }: Postgres): Promise<Restore> => {
  // The server would fill free pages first; each row takes a whole page.
  await query(url, 'VACUUM FULL iva');
  await query(
    url,
    `ALTER TABLE iva SET (autovacuum_enabled = false);
     ALTER TABLE iva ALTER factura_numero SET STORAGE PLAIN;
     INSERT INTO iva (pedido_id, n, factura_numero)
       SELECT 'relleno', n, repeat('x', 8050) FROM generate_series(1, 2500) n;
     DELETE FROM iva WHERE pedido_id = 'relleno'`,
  );
  const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const { uid, gid } = statSync(data);
  const owner = { uid, gid };
  // The server's connections inherit the limit.
  await limitFiles(Number(pid), FILE_BYTES_MAX, owner);
  return () => limitFiles(Number(pid), 'unlimited', owner);
};
