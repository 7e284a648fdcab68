import type { Answer } from '../../domain/log/batch.ts';
import type { OnMoved } from '../port/log.ts';

/**
 * The listeners of `log.watch`. `start` begins to listen to other processes: it is called for the first
 * watcher, and the function it returns after the last one has left.
 */
export const makeWatchers = (start: () => () => void) => {
  const watchers = new Set<OnMoved>();
  let stop: (() => void) | null = null;

  const leave = (onMoved: OnMoved): void => {
    if (!watchers.delete(onMoved) || watchers.size > 0) return;
    stop?.();
    stop = null;
  };

  return {
    tell(...moved: Parameters<OnMoved>): void {
      for (const onMoved of watchers) onMoved(...moved);
    },
    watch(onMoved: OnMoved): () => void {
      watchers.add(onMoved);
      stop ??= start();
      return () => leave(onMoved);
    },
    /** Drops all watchers. */
    close(): void {
      watchers.clear();
      stop?.();
      stop = null;
    },
  };
};

/** Whether these answers moved the log. A repeated `clave` counts too: one call too many is harmless. */
export const hasMoved = (answers: readonly Answer[]): boolean =>
  answers.some((answer) => answer.ok && answer.eventoId !== null);
