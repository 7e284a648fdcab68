import type { Answer } from '../../domain/log/batch.ts';
import type { OnMoved } from '../port/log.ts';

/**
 * Those who want to hear that logs have moved. What it takes to hear of other processes runs only
 * while somebody listens: `start` is called with the first and what it gives back after the last.
 */
export const makeWatchers = (start: () => () => void) => {
  const watchers = new Set<OnMoved>();
  let stop: (() => void) | null = null;

  const leave = (own: OnMoved): void => {
    if (!watchers.delete(own) || watchers.size > 0) return;
    stop?.();
    stop = null;
  };

  return {
    tell(...moved: Parameters<OnMoved>): void {
      for (const onMoved of watchers) onMoved(...moved);
    },
    watch(onMoved: OnMoved): () => void {
      // Of its own identity: the same function may watch twice.
      const own: OnMoved = (...moved) => onMoved(...moved);
      watchers.add(own);
      stop ??= start();
      return () => leave(own);
    },
    /** For the end of the store: nobody is called any more. */
    close(): void {
      watchers.clear();
      stop?.();
      stop = null;
    },
  };
};

/** Whether these answers moved the log. A repeated `clave` says so again: once too often is harmless. */
export const hasMoved = (answers: readonly Answer[]): boolean =>
  answers.some((answer) => answer.ok && answer.eventoId !== null);
