import type { ComandoPedido } from '../../../contract/comandos.ts';
import type { Answer } from '../../../domain/log/batch.ts';
import { StorageBusyError } from '../../port/errors.ts';
import { takeJobs } from '../../shared/jobs.ts';
import { COMMITS_MAX } from './connection.ts';

interface Job {
  comandos: readonly ComandoPedido[];
  resolve(answers: Answer[]): void;
  reject(error: unknown): void;
}

type CarryOut = (restauranteId: string, comandos: readonly ComandoPedido[]) => Promise<Answer[]>;

/**
 * Group commit. A restaurant has one transaction under way at most: a second would only wait for the
 * lock of the first, on a connection that other restaurants could use. What arrives meanwhile goes
 * into the next one together. Restaurants take turns.
 */
export const makeLanes = (carryOut: CarryOut) => {
  const lanes = new Map<string, Job[]>();
  const turns: string[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  const pump = () => {
    while (running < COMMITS_MAX) {
      const restauranteId = turns.shift();
      if (restauranteId === undefined) return;
      running += 1;
      void takeTurn(restauranteId);
    }
  };

  const takeTurn = async (restauranteId: string) => {
    // Let everything that has arrived by now join in.
    await new Promise(setImmediate);
    const jobs = lanes.get(restauranteId) ?? [];
    await flush(restauranteId, takeJobs(jobs));
    if (jobs.length > 0) turns.push(restauranteId);
    else lanes.delete(restauranteId);
    running -= 1;
    pump();
    if (lanes.size === 0) for (const wake of waiting.splice(0)) wake();
  };

  const flush = async (restauranteId: string, jobs: readonly Job[]) => {
    try {
      const answers = await carryOut(
        restauranteId,
        jobs.flatMap(({ comandos }) => comandos),
      );
      let start = 0;
      for (const { comandos, resolve } of jobs) {
        resolve(answers.slice(start, start + comandos.length));
        start += comandos.length;
      }
    } catch (error) {
      // A batch that cannot be stored harms no other. A server that cannot be reached harms them all.
      if (jobs.length === 1 || error instanceof StorageBusyError) {
        for (const { reject } of jobs) reject(error);
      } else {
        for (const job of jobs) await flush(restauranteId, [job]);
      }
    }
  };

  return {
    commit: (restauranteId: string, comandos: readonly ComandoPedido[]): Promise<Answer[]> =>
      new Promise((resolve, reject) => {
        const job = { comandos, resolve, reject };
        const lane = lanes.get(restauranteId);
        if (lane !== undefined) {
          lane.push(job);
          return;
        }
        lanes.set(restauranteId, [job]);
        turns.push(restauranteId);
        pump();
      }),
    /** Resolves when nothing is waiting any more. */
    idle: (): Promise<void> =>
      new Promise((resolve) => {
        if (lanes.size === 0) resolve();
        else waiting.push(resolve);
      }),
  };
};
