import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Examination,
  type Finding,
  fault,
  ok,
  warning,
} from '../../../../platform/finding.ts';
import { type Connection, makeConnection } from '../driver/connection.ts';
import { isLocked, unusable } from '../driver/failures.ts';
import { pendingMigrations, refuseForeign } from '../driver/migrate.ts';
import { DATABASE_FILE } from '../driver/open.ts';

const MIB = 1_024 ** 2;
const LOCK_WAIT_MS = 1_000;
/** Four times the size to which a checkpoint cuts it. */
const WAL_BYTES_MAX = 256 * MIB;
/** Types of file systems, as `statfs` gives them: their locks do not hold between machines, and WAL needs shared memory. */
const NETWORKS: Readonly<Record<number, string>> = {
  26985: 'NFS',
  4283649346: 'CIFS',
  4266872130: 'SMB',
};

export const examineDatabase = async (dataDir: string): Promise<Examination> => {
  const file = join(dataDir, DATABASE_FILE);
  let connection: Connection | undefined;
  try {
    connection = makeConnection(file, LOCK_WAIT_MS);
    refuseForeign(connection, file);
    const pending = pendingMigrations(connection);
    const findings = new Map<string, Finding>([
      ['database', describe(connection, file)],
      ['schema', pending === 0 ? ok('up to date') : PENDING],
      ['database lock', checkLock(connection)],
      ['write-ahead log', checkLog(file)],
      ['file system', checkFileSystem(dataDir)],
    ]);
    return { findings, isCurrent: pending === 0 };
  } catch (error) {
    throw unusable(error, file);
  } finally {
    connection?.close();
  }
};

const PENDING = warning(
  'there are migrations to go',
  'comanda migrate brings it up to date, as the next start does',
);

const describe = ({ get }: Connection, file: string): Finding => {
  const version = get<{ version: string }>('SELECT sqlite_version() AS version')?.version;
  return ok(`SQLite ${version}, ${Math.ceil(statSync(file).size / MIB)} MiB in ${file}`);
};

const checkLock = ({ transaction }: Connection): Finding => {
  try {
    transaction(() => {});
    return ok('free');
  } catch (error) {
    if (!isLocked(error)) throw error;
    return fault(
      `another program has held the write lock for ${LOCK_WAIT_MS} ms`,
      `end its transaction: nothing can be stored meanwhile (fuser ${DATABASE_FILE} names the programs)`,
    );
  }
};

const checkLog = (file: string): Finding => {
  const bytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const detail = `${Math.ceil(bytes / MIB)} MiB`;
  if (bytes <= WAL_BYTES_MAX) return ok(detail);
  return warning(detail, 'a program that reads for long keeps it from shrinking: end that program');
};

const checkFileSystem = (dataDir: string): Finding => {
  const network = NETWORKS[statfsSync(dataDir).type];
  if (network === undefined) return ok('local');
  return fault(`${network}`, 'move DATA_DIR to a local disk, or use PostgreSQL');
};
