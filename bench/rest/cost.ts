import { setTimeout as wait } from 'node:timers/promises';
import { query } from '../../test/support/postgres/query.ts';
import { comando } from '../../test/support/samples.ts';
import { ndjson } from '../support/commands.ts';
import { cpuSeconds } from '../support/cores.ts';
import { median } from '../support/figure.ts';
import { interleave } from '../support/interleave.ts';
import { progress } from '../support/progress.ts';
import { sendCommands } from '../support/server.ts';
import type { Question } from './questions.ts';
import type { Setup } from './setup.ts';

const ROUNDS = 3;
/** Repetitions of each answer before it counts. */
const WARM_UPS = 10;
/** Milliseconds in which a server finishes its work after an answer has left. */
const SETTLE_MS = 2;

/**
 * The cost of answers that nobody has requested since the restaurant's log last moved: an order is changed before each
 * one, so that neither answers nor totals are cached. Median microseconds for each question, asked in turns.
 *
 * It measures the processor time of the server and of the database's own processes: on loopback, a single client's
 * throughput depends on the socket, and its latency on other load of the machine. It measures around each answer, so
 * that a checkpoint or a garbage collection is an outlier instead of a share.
 */
export const costsOf = async (setup: Setup, questions: readonly Question[]): Promise<number[]> => {
  const { costRepeats } = setup.scale.rest;
  const readCpuSeconds = await makeMeter(setup);
  let changes = 0;
  const cost = async (question: Question): Promise<number> => {
    changes += 1;
    const [newest = ''] = setup.database.newest[question.restauranteId] ?? [];
    const at = { restaurante_id: question.restauranteId };
    const change = comando.anotar(newest, { instrucciones: `Cambio ${changes}` }, at);
    await sendCommands(setup.server, ndjson([change]));
    await wait(SETTLE_MS);
    const before = readCpuSeconds();
    await setup.get(question);
    await wait(SETTLE_MS);
    return (readCpuSeconds() - before) * 1e6;
  };
  for (const question of questions) {
    for (let i = 0; i < WARM_UPS; i += 1) await cost(question);
  }
  const measured = await interleave(questions, ROUNDS, async (question, round) => {
    progress(`cost of ${questions.length} answers, round ${round} of ${ROUNDS}`);
    const repeats: number[] = [];
    while (repeats.length < costRepeats) repeats.push(await cost(question));
    return repeats;
  });
  return measured.map((rounds) => median(rounds.flat()));
};

/** Returns a reader of the processor seconds used so far. The database's connections have to be open. */
const makeMeter = async ({ server, database }: Setup): Promise<() => number> => {
  const { databaseUrl } = database.target;
  const pids = [server.pid, ...(databaseUrl === null ? [] : await backendPids(databaseUrl))];
  const spent = new Map<number, number>();
  return () => {
    for (const pid of pids) {
      try {
        spent.set(pid, cpuSeconds(pid));
      } catch {
        // A process of the database has ended in between; the time that it used still counts.
      }
    }
    return pids.reduce((sum, pid) => sum + (spent.get(pid) ?? 0), 0);
  };
};

/** The processes of a PostgreSQL server on this machine. */
const backendPids = async (databaseUrl: string): Promise<number[]> => {
  const others = 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()';
  const rows = await query<{ pid: number }>(databaseUrl, others);
  return rows.map(({ pid }) => pid);
};
