import { readFileSync } from 'node:fs';
import { query } from '../../test/support/postgres/query.ts';
import { cpuSeconds } from '../support/cores.ts';
import { findUnit, startCounting } from '../support/counter.ts';

/** The work of the service and of its PostgreSQL: processor seconds, and instructions where they can be counted. */
export interface Spent {
  seconds: Parts;
  instructions: Parts | null;
}
export type Parts = Record<'service' | 'database', number>;

const EVENT = 'instructions';
const TRIES = 10;

/** Measures what processes of the service, and all of the database's, take for some work. */
export const makeMeter = async (pids: readonly number[], databaseUrl: string | null) => {
  const postmaster = databaseUrl === null ? null : await postmasterPid(databaseUrl);
  const canCount = findUnit(EVENT) === 'instructions';
  const databasePids = () => (postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)]);
  const spent = new Map<number, number>();
  /** A process that has ended keeps what it had spent at the last reading. */
  const secondsOf = (some: Iterable<number>): number =>
    [...some].reduce((sum, pid) => {
      try {
        spent.set(pid, cpuSeconds(pid));
      } catch {
        // It has ended.
      }
      return sum + (spent.get(pid) ?? 0);
    }, 0);
  /** One of the database's processes may end before it is found. */
  const startDatabase = async (): Promise<() => Promise<number>> => {
    if (postmaster === null) return async () => 0;
    for (let tries = 1; ; tries += 1) {
      try {
        return await startCounting(EVENT, databasePids());
      } catch (error) {
        if (tries === TRIES) throw error;
      }
    }
  };
  return async (work: () => Promise<void>): Promise<Spent> => {
    const backends = new Set(databasePids());
    const before = { service: secondsOf(pids), database: secondsOf(backends) };
    const stops = canCount ? [await startCounting(EVENT, pids), await startDatabase()] : [];
    await work();
    const [service = 0, database = 0] = await Promise.all(stops.map((stop) => stop()));
    const instructions = canCount ? { service, database } : null;
    // Connections that were opened meanwhile began at zero.
    for (const pid of databasePids()) backends.add(pid);
    const seconds = {
      service: secondsOf(pids) - before.service,
      database: secondsOf(backends) - before.database,
    };
    return { seconds, instructions };
  };
};
export type Meter = Awaited<ReturnType<typeof makeMeter>>;

const postmasterPid = async (databaseUrl: string): Promise<number> => {
  const rows = await query<{ file: string }>(
    databaseUrl,
    "SELECT pg_read_file('postmaster.pid') AS file",
  );
  return Number.parseInt(rows[0]?.file ?? '', 10);
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
