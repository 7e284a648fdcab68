import type { TipoEvento } from '../contract/evento.ts';

/**
 * Why an attempt brought no answer. Spanish, because it is shown as it is in the delivery log.
 * Up to `interno` they are our own failures; the rest are the receiver's.
 */
export const FALLOS = [
  'cierre',
  'dns_propio',
  'red_propia',
  'interno',
  'dns',
  'direccion_prohibida',
  'conexion',
  'tls',
  'plazo',
  'corte',
  'protocolo',
] as const;

export type Fallo = (typeof FALLOS)[number];

/**
 * How one attempt ended. The stage says how far it came: `before` the request was on the wire, `during`
 * the exchange, or `after` a whole answer. Only a failure of theirs may spend an attempt.
 */
export type Outcome = { durationMs: number } & (
  | { stage: 'before'; blame: 'ours' | 'theirs'; fallo: Fallo }
  /** The receiver may have got it. `status` is null when not even the head of an answer came. */
  | { stage: 'during'; blame: 'ours' | 'theirs'; fallo: Fallo; status: number | null }
  | { stage: 'after'; status: number; retryAfter: string | null; extracto: string }
);

/** What an attempt is made of. The body is the stored event, byte for byte. */
export interface Envio {
  restauranteId: string;
  webhookId: string;
  url: string;
  /** The signing secret as it is stored: sealed. */
  secreto: Uint8Array;
  /** The event's id, the same on every attempt. */
  id: string;
  tipo: TipoEvento;
  /** From 1. */
  intento: number;
  body: Uint8Array;
}

/** Makes one attempt. Never rejects; an abort of `signal` ends it as a failure of ours. */
export type Attempt = (envio: Envio, signal: AbortSignal) => Promise<Outcome>;
