import type { Op } from '../contract/comandos.ts';
import type { CodigoRechazo } from '../contract/errores.ts';
import type { Log } from '../platform/log.ts';
import { makeOutageLog } from '../platform/outage-log.ts';

/** Reports outcomes to metrics and logs. Called for every line, so it must be cheap. */
export interface IngestObserver {
  /** `op` is null for a line that named no known operation. */
  answered(op: Op | null, result: 'ok' | CodigoRechazo): void;
  /** The database did not take `comandos` commands; they are answered `no_disponible`. */
  failed(restauranteId: string, comandos: number, error: unknown): void;
}

/** Logs when the database stops taking commands and when it takes them again, not every line between. */
export const logOutages = (log: Log, answered: IngestObserver['answered']): IngestObserver => {
  const outage = makeOutageLog(log, 'the database accepts commands again');
  return {
    answered(op, result) {
      if (result === 'ok') outage.worked();
      answered(op, result);
    },
    failed(restauranteId, comandos, error) {
      const details = { restauranteId, comandos, err: error };
      outage.failed('error', details, 'the database does not accept commands', comandos);
    },
  };
};
