import type { Op } from '../contract/comandos.ts';
import type { CodigoRechazo } from '../contract/errores.ts';

/** Told what happens, for metrics and logs. Called for every line: it must be cheap. */
export interface IngestObserver {
  /** `op` is null for a line that named none we know. */
  answered(op: Op | null, result: 'ok' | CodigoRechazo): void;
  committed(comandos: number, seconds: number): void;
  /** The database did not take a batch; its lines were answered `no_disponible`. */
  failed(restauranteId: string, comandos: number, error: unknown): void;
}

export const NO_OBSERVER: IngestObserver = {
  answered: () => undefined,
  committed: () => undefined,
  failed: () => undefined,
};
