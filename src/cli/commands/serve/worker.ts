import cluster from 'node:cluster';
import type { Figures, Workers } from '../../../app.ts';

export type ToWorker =
  | { kind: 'stop' }
  | { kind: 'tell'; id: number }
  | { kind: 'answer'; id: number; all: Figures[] };
export type ToPrimary =
  | { kind: 'ready' }
  /** Asks for the figures of all workers, its own included. */
  | { kind: 'ask'; id: number }
  | { kind: 'told'; id: number; figures: Figures };

interface Worker extends Workers {
  /** Whether it was started first: that worker alone prints the welcome. */
  readonly isFirst: boolean;
  ready(): void;
}

const send = (message: ToPrimary): void => void process.send?.(message);

/** The worker's end of the message channel; `workers.ts` has the primary's. */
export const joinWorkers = (count: number, onStop: () => void): Worker => {
  const waiting = new Map<number, (all: Figures[]) => void>();
  let readOwn: () => Promise<Figures> = async () => [];
  let lastId = 0;

  process.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') onStop();
    else if (message.kind === 'tell') {
      void readOwn().then((figures) => send({ kind: 'told', id: message.id, figures }));
    } else {
      waiting.get(message.id)?.(message.all);
      waiting.delete(message.id);
    }
  });
  // The primary handles SIGHUP; without a listener it would end this worker.
  process.on('SIGHUP', () => {});

  return {
    count,
    isFirst: cluster.worker?.id === 1,
    ready: () => send({ kind: 'ready' }),
    shareFigures(read) {
      readOwn = read;
      return () =>
        new Promise((resolve) => {
          lastId += 1;
          waiting.set(lastId, resolve);
          send({ kind: 'ask', id: lastId });
        });
    },
  };
};
