import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../../src/storage/engines/sqlite/driver/open.ts';
import { memoryMib } from '../../test/support/machine/process-memory.ts';
import { query } from '../../test/support/postgres/query.ts';
import type { Database } from '../rig/database.ts';
import type { Timings } from './load.ts';

/** The resources that a process holds at a moment. */
export interface Held {
  memoryMib: number;
  openFiles: number;
  sockets: number;
  /** Sessions of PostgreSQL; 0 on SQLite. */
  sessions: number;
}

/** The size of the database. */
interface Stored {
  databaseMib: number;
  /** Rows by table. */
  rows: Readonly<Record<string, number>>;
}

/** The measurements of a window: medians of what the process held, and the database at its end. */
export interface Window extends Held, Stored {
  /** Processor time of the server per request, which other work on the machine hardly changes. */
  processorMs: number;
  p50Ms: Readonly<Record<keyof Timings, number>>;
  p99Ms: Readonly<Record<keyof Timings, number>>;
}

const MIB = 1_024 * 1_024;

export const readHeld = async (pid: number, { url }: Database): Promise<Held> => {
  const files = readdirSync(`/proc/${pid}/fd`);
  return {
    memoryMib: memoryMib(pid),
    openFiles: files.length,
    sockets: files.filter((fd) => isSocket(`/proc/${pid}/fd/${fd}`)).length,
    sessions: url === null ? 0 : await countSessions(url),
  };
};

const isSocket = (path: string): boolean => {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch {
    // The process closed the file after the folder was read.
    return false;
  }
};

const countSessions = async (url: string): Promise<number> => {
  const [row] = await query<{ sessions: string }>(
    url,
    `SELECT count(*) AS sessions FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  return Number(row?.sessions);
};

export const readStored = (database: Database): Promise<Stored> | Stored =>
  database.url === null ? storedBySqlite(database.dataDir) : storedByPostgres(database.url);

const storedBySqlite = (dataDir: string): Stored => {
  const file = join(dataDir, DATABASE_FILE);
  const bytes = [file, `${file}-wal`].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.size,
  );
  using connection = new DatabaseSync(file, { readOnly: true });
  const tables = connection.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all();
  const rows = tables.map(({ name }): [string, number] => {
    const counted = connection.prepare(`SELECT count(*) AS n FROM "${name}"`).get();
    return [String(name), Number(counted?.['n'])];
  });
  const databaseMib = bytes.reduce((sum: number, each = 0) => sum + each, 0) / MIB;
  return { databaseMib, rows: Object.fromEntries(rows) };
};

const storedByPostgres = async (url: string): Promise<Stored> => {
  const [size] = await query<{ bytes: string }>(
    url,
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  const tables = await query<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*) AS n FROM ${name}`);
  const rows = await query<{ name: string; n: string }>(url, counts.join(' UNION ALL '));
  return {
    databaseMib: Number(size?.bytes) / MIB,
    rows: Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)])),
  };
};

export const describeWindow = (
  held: readonly Held[],
  stored: Stored,
  { timings, processorMs }: { timings: Timings; processorMs: number },
): Window => {
  const middle = (field: keyof Held): number =>
    quantile(
      held.map((each) => each[field]),
      0.5,
    );
  const timesOf = (share: number) => ({
    commands: quantile(timings.commands, share),
    pages: quantile(timings.pages, share),
    exports: quantile(timings.exports, share),
    yardstick: quantile(timings.yardstick, share),
  });
  return {
    ...stored,
    processorMs,
    memoryMib: middle('memoryMib'),
    openFiles: middle('openFiles'),
    sockets: middle('sockets'),
    sessions: middle('sessions'),
    p50Ms: timesOf(0.5),
    p99Ms: timesOf(0.99),
  };
};

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
