import type { Log } from '../log.ts';
import type { IngestObserver } from './observer.ts';

/** Logs when the database stops taking commands and when it takes them again, not every line between. */
export const watchOutages = (observer: IngestObserver, log: Log): IngestObserver => {
  let refused = 0;
  return {
    answered: observer.answered,
    committed(comandos, seconds) {
      if (refused > 0) log.warn({ refused }, 'the database takes commands again');
      refused = 0;
      observer.committed(comandos, seconds);
    },
    failed(restauranteId, comandos, error) {
      if (refused === 0) {
        log.error({ restauranteId, comandos, err: error }, 'the database took no commands');
      }
      refused += comandos;
      observer.failed(restauranteId, comandos, error);
    },
  };
};
