import type { Connection } from '../driver/connection.ts';

interface Job {
  work(): void;
  resolve(): void;
  reject(error: unknown): void;
}

/** So many steps of lanes share a transaction: readers wait for a few of them, not for a flood. */
const JOBS_PER_TRANSACTION = 50;

export interface Group {
  /**
   * Runs `work` in a transaction with whatever else is waiting. It does not wait for the disk: a power cut
   * takes the sender with it, and what was not kept is sent again, with the id that it had.
   */
  run<T>(work: () => T): Promise<T>;
  idle(): Promise<void>;
}

export const makeGroup = (connection: Connection): Group => {
  const queue: Job[] = [];
  let flushing: Promise<void> | null = null;

  const flushAll = async () => {
    while (queue.length > 0) {
      // Let everything that has arrived by now join in.
      await new Promise(setImmediate);
      const jobs = queue.splice(0, JOBS_PER_TRANSACTION);
      try {
        connection.unhurried(() => {
          for (const job of jobs) job.work();
        });
        for (const job of jobs) job.resolve();
      } catch {
        for (const job of jobs) flushAlone(job);
      }
    }
    flushing = null;
  };

  /** After a failed group each gets a try of its own: one that cannot be stored harms no other. */
  const flushAlone = (job: Job) => {
    try {
      connection.unhurried(job.work);
      job.resolve();
    } catch (error) {
      job.reject(error);
    }
  };

  return {
    run: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        let result: T;
        queue.push({
          work: () => {
            result = work();
          },
          resolve: () => resolve(result),
          reject,
        });
        flushing ??= flushAll();
      }),
    idle: async () => {
      await flushing;
    },
  };
};
