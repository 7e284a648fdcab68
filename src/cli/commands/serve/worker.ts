import cluster from 'node:cluster';
import type { Figures, Workers } from '../../../app.ts';

export type ToWorker =
  | { kind: 'stop' }
  | { kind: 'tell'; id: number }
  | { kind: 'answer'; id: number; all: Figures[] };
export type ToPrimary =
  | { kind: 'ready' }
  /** For the figures of all workers, its own among them. */
  | { kind: 'ask'; id: number }
  | { kind: 'told'; id: number; figures: Figures };

interface Worker extends Workers {
  /** The first of all: it speaks for them when the service starts. */
  readonly isFirst: boolean;
  ready(): void;
}

const send = (message: ToPrimary): void => void process.send?.(message);

/** The side of one worker; `workers.ts` is the other. */
export const joinWorkers = (count: number, onStop: () => void): Worker => {
  const asked = new Map<number, (all: Figures[]) => void>();
  let own: () => Promise<Figures> = async () => [];
  let lastId = 0;

  process.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') onStop();
    else if (message.kind === 'tell') {
      void own().then((figures) => send({ kind: 'told', id: message.id, figures }));
    } else {
      asked.get(message.id)?.(message.all);
      asked.delete(message.id);
    }
  });
  // The primary decides what a hang-up means.
  process.on('SIGHUP', () => {});

  return {
    count,
    isFirst: cluster.worker?.id === 1,
    ready: () => send({ kind: 'ready' }),
    shareFigures(read) {
      own = read;
      return () =>
        new Promise((resolve) => {
          lastId += 1;
          asked.set(lastId, resolve);
          send({ kind: 'ask', id: lastId });
        });
    },
  };
};
