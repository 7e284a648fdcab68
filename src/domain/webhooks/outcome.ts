import type { Fallo } from '../../contract/recursos/entrega.ts';
import type { TipoEvento } from '../../contract/recursos/evento.ts';
import type { SecretoAnterior } from './firma.ts';

/**
 * `stage` tells when the attempt ended: `before` the request was on the wire, `during` the exchange, or `after` a whole
 * answer. A failure of ours spends no attempt. `durationMs` is whole.
 */
export type Outcome = { durationMs: number } & (
  | { stage: 'before'; blame: 'ours' | 'theirs'; fallo: Fallo; isStale?: boolean }
  /**
   * The receiver may have got it. `status` is null when not even the head of an answer came. `isStale`: the connection
   * had been kept and broke before any answer, as the receiver may close it at any time.
   */
  | {
      stage: 'during';
      blame: 'ours' | 'theirs';
      fallo: Fallo;
      status: number | null;
      isStale?: boolean;
    }
  | { stage: 'after'; status: number; retryAfter: string | null; extracto: string }
);

/** The input of an attempt. The body is the stored event, byte for byte. */
export interface Envio {
  webhook: {
    restauranteId: string;
    id: string;
    url: string;
    /** The signing secret as it is stored: sealed. */
    secreto: Uint8Array;
    anteriores: readonly SecretoAnterior[];
  };
  /** The id of the event. */
  id: string;
  tipo: TipoEvento | 'condicion.abierta' | 'condicion.cerrada';
  intento: number;
  body: Uint8Array;
}

/** The deadline of an attempt, for everything: DNS, connecting, TLS, sending, and the answer to its last byte. */
export const ATTEMPT_MS_MAX = 15_000;

/** Makes one attempt. Never rejects; an abort of `signal` ends it as a failure of ours. */
export type Attempt = (envio: Envio, signal: AbortSignal) => Promise<Outcome>;
