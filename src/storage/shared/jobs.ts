import type { ComandoPedido } from '../../contract/comandos.ts';

/** Past this many commands a transaction closes: readers wait for a few of them, not for a flood. */
const COMMANDS_PER_TRANSACTION = 500;

/** Takes from the front of a queue what shares the next transaction: at least one job. */
export const takeJobs = <Job extends { comandos: readonly ComandoPedido[] }>(
  queue: Job[],
): Job[] => {
  let commands = 0;
  let count = 0;
  for (const job of queue) {
    if (count > 0 && commands + job.comandos.length > COMMANDS_PER_TRANSACTION) break;
    commands += job.comandos.length;
    count += 1;
  }
  return queue.splice(0, count);
};
