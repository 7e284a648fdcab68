import type { Costs, EngineCosts } from '../../src/capacity/costs.ts';
import { describeCommit, describeMachine } from '../report/machine.ts';
import { freshDatabase, withPostgres } from '../support/database.ts';
import { measureCosts } from './costs.ts';
import { measureDisk } from './disk.ts';

/** An open stream, as the figure of idle listeners measures it (stream/figures/memory.ts). */
const STREAM_KIB = 8.3;

export interface CostScale {
  rounds: number;
  seconds: number;
}

/** The costs of both engines on this machine. */
export const measureAll = async (scale: CostScale): Promise<Costs> => ({
  measured: {
    date: new Date().toISOString().slice(0, 10),
    commit: describeCommit(),
    machine: describeMachine().replace('Machine: ', ''),
  },
  sqlite: await costsOf(null, scale),
  postgres: await withPostgres((url) => costsOf(url, scale)),
  streamKib: STREAM_KIB,
});

export const costsOf = async (
  databaseUrl: string | null,
  scale: CostScale,
): Promise<EngineCosts> => ({
  ...(await measureCosts(databaseUrl, scale)),
  disk: await measureDisk(databaseUrl === null ? null : await freshDatabase(databaseUrl)),
});
