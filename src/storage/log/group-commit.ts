import type { ComandoLog } from '../../domain/cliente/olvido.ts';
import type { Answer } from '../../domain/log/batch.ts';

/** Commands of one restaurant that are stored together. */
export interface Job {
  restauranteId: string;
  comandos: readonly ComandoLog[];
  /** Size of the commands as JSON. */
  bytes: number;
  /** When they arrived, by the monotonic clock. */
  sinceMs: number;
}

/** Large enough to share the cost of a transaction, small enough not to keep readers waiting. */
const TRANSACTION_COMMANDS_MAX = 500;
const TRANSACTION_BYTES_MAX = 1_024 * 1_024;

/** More commands than this are taken for a bulk load, which waits for the rest of it; fewer are not kept waiting. */
export const GATHERED_COMMANDS_MIN = 32;
/** A bulk load of this size waits for no more commands: it is about a quarter of a second's work for SQLite. */
export const GATHERED_COMMANDS_MAX = 4_096;

/** How far into the queue to look for more commands of the same restaurants. */
const LOOK_AHEAD = 4_096;

/**
 * Takes the jobs of the next transaction off the queue, at least one. It goes restaurant by restaurant, because
 * each restaurant adds to the cost of a transaction. If the jobs of one do not all fit, the rest of them
 * queue behind those of the other restaurants.
 */
export const takeTransaction = <Entry extends { item: Job }>(queue: Entry[]): Entry[] => {
  const groups = Map.groupBy(queue.splice(0, LOOK_AHEAD), ({ item }) => item.restauranteId);
  const taken: Entry[] = [];
  const cut: Entry[] = [];
  const others: Entry[] = [];
  let [commands, bytes] = [0, 0];
  for (const group of groups.values()) {
    const isCut = cut.length > 0;
    for (const entry of group) {
      commands += entry.item.comandos.length;
      bytes += entry.item.bytes;
      const fits = commands <= TRANSACTION_COMMANDS_MAX && bytes <= TRANSACTION_BYTES_MAX;
      if (isCut) others.push(entry);
      else if (cut.length === 0 && (fits || taken.length === 0)) taken.push(entry);
      else cut.push(entry);
    }
  }
  queue.unshift(...others, ...cut);
  return taken;
};

/** How long the oldest of some jobs has waited, in seconds. It need not be the first: a restaurant that was cut goes behind the others. */
export const waitOf = (jobs: readonly Job[], nowMs: number): number =>
  (nowMs - Math.min(nowMs, ...jobs.map(({ sinceMs }) => sinceMs))) / 1_000;

/** The commands of jobs that are carried out as one batch. */
export const commandsOf = (jobs: readonly Job[]): ComandoLog[] =>
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
