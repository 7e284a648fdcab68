import type { Answer } from '../../../../domain/log/batch.ts';
import { type Batcher, makeBatcher, nextTurn } from '../../../../platform/async/batcher.ts';
import { makeSemaphore } from '../../../../platform/async/semaphore.ts';
import { dealAnswers, type Job, takeTransaction } from '../../../log/group-commit.ts';
import { StorageBusyError } from '../../../port/errors.ts';
import type { Gate } from '../cluster/bulkhead.ts';
import { COMMITS_MAX } from '../driver/pools.ts';

type Commit = (restauranteId: string, jobs: readonly Job[]) => Promise<Answer[]>;

const UNBOUNDED: Pick<Gate, 'enter'> = { enter: (_, work) => work() };

/**
 * Group commit. A restaurant has at most one transaction under way: a second would only wait for the
 * row lock of the first, on a connection that other restaurants could use. Restaurants take turns.
 */
export const makeGroupCommit = (commit: Commit, { enter } = UNBOUNDED) => {
  const connections = makeSemaphore(COMMITS_MAX);
  const batchers = new Map<string, Batcher<Job, Answer[]>>();

  const open = (restauranteId: string): Batcher<Job, Answer[]> =>
    makeBatcher(async (jobs) => dealAnswers(jobs, await commit(restauranteId, jobs)), {
      schedule: (run) => enter(restauranteId, () => connections.run(() => nextTurn(run))),
      take: takeTransaction,
      // A server that cannot be reached fails every job alike.
      splitsOn: (error) => !(error instanceof StorageBusyError),
      onIdle: () => batchers.delete(restauranteId),
    });

  return {
    commit: (job: Job): Promise<Answer[]> =>
      batchers.getOrInsertComputed(job.restauranteId, open).add(job),
    /** Resolves when nothing waits and nothing is under way. */
    async idle(): Promise<void> {
      await Promise.all(Array.from(batchers.values(), (batcher) => batcher.idle()));
    },
  };
};
