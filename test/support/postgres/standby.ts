// A standby without pg_basebackup, which the embedded PostgreSQL does not bring: the files of a running
// server, copied between the two calls that make such a copy whole, and then followed by replication.

import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Runner } from './folder.ts';
import type { Postgres } from './postgres.ts';
import { withClient } from './query.ts';

/** `application_name` of a standby, for `synchronous_standby_names`. */
export const STANDBY_NAME = 'standby';

/** Files that belong to the running server alone, or that replication streams. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+)$/;

export async function copyToStandby(
  data: string,
  primary: Pick<Postgres, 'url' | 'data'>,
  runner: Runner | undefined,
): Promise<void> {
  await withClient(primary.url, async (client) => {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    mkdirSync(data, { mode: 0o700 });
    cpSync(primary.data, data, {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(relative(primary.data, path)),
    });
    mkdirSync(join(data, 'pg_wal', 'archive_status'), { recursive: true });
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    );
    writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  });
  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=${STANDBY_NAME}`;
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  writeFileSync(join(data, 'standby.signal'), '');
  if (runner === undefined) return;
  await promisify(execFile)('chown', ['-R', `${runner.uid}:${runner.gid}`, data]);
}
