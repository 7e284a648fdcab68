import type { BatcherOptions } from '../../async/batcher.ts';
import type { ComandoPedido } from '../../contract/comandos.ts';
import type { Answer } from '../../domain/log/batch.ts';

/** Commands of one restaurant that are stored together. */
export interface Job {
  restauranteId: string;
  comandos: readonly ComandoPedido[];
  /** Size of the commands as JSON. */
  bytes: number;
}

/** Large enough to share the cost of a transaction, small enough not to keep readers waiting. */
const TRANSACTION_COMMANDS_MAX = 500;
const TRANSACTION_BYTES_MAX = 1_024 * 1_024;

/** Removes the jobs of the next transaction from the queue: at least one. */
export const takeTransaction: NonNullable<BatcherOptions<Job>['take']> = (queue) => {
  let [count, commands, bytes] = [0, 0, 0];
  for (const job of queue) {
    commands += job.comandos.length;
    bytes += job.bytes;
    const isFull = commands > TRANSACTION_COMMANDS_MAX || bytes > TRANSACTION_BYTES_MAX;
    if (count > 0 && isFull) break;
    count += 1;
  }
  return queue.splice(0, count);
};

/** The commands of jobs that are carried out as one batch. */
export const commandsOf = (jobs: readonly Job[]): ComandoPedido[] =>
  jobs.flatMap((job) => job.comandos);

/** Gives each job of a batch its own answers. */
export const dealAnswers = (jobs: readonly Job[], answers: readonly Answer[]): Answer[][] => {
  let end = 0;
  return jobs.map(({ comandos }) => {
    const start = end;
    end += comandos.length;
    return answers.slice(start, end);
  });
};
