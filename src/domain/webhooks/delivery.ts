import type { EstadoEntrega, Fallo } from '../../contract/recursos/entrega.ts';
import type { TipoEvento } from '../../contract/recursos/evento.ts';
import type { Salud } from './lane-health.ts';

/** Why a webhook is off: its owner said so, it answered 410, or it took nothing for days. */
export type MotivoInactivo = 'manual' | 'respuesta_410' | 'sin_exito';

export interface DeliveryEvent {
  secuencia: number;
  eventoId: string;
  tipo: TipoEvento;
  pedidoId: string;
  creadoMs: number;
}

export const eventOf = (from: DeliveryEvent): DeliveryEvent => {
  const { secuencia, eventoId, tipo, pedidoId, creadoMs } = from;
  return { secuencia, eventoId, tipo, pedidoId, creadoMs };
};

/** A delivery that may now be sent: the number of its attempt is on disk already. */
export interface Begun extends DeliveryEvent {
  body: Uint8Array;
  kind: 'fresh' | 'retry' | 'resend';
  intento: number;
  /** Attempts that failed before it, on the endpoint's account. */
  fallos: number;
  /** When it was due; later than now for a probe, which is tried early. */
  dueMs: number;
}

/** How a begun delivery ended for now. `untried`: put back without having been sent. */
export interface Settled {
  begun: Begun;
  estado: EstadoEntrega;
  untried: boolean;
  fallos: number;
  /** For `pendiente`: when to try next; null: once the earlier event of its order has ended. */
  proximoMs: number | null;
  ultimoMs: number | null;
  status: number | null;
  fallo: Fallo | null;
  duracionMs: number | null;
  extracto: string | null;
}

/** How often a settled delivery was sent, or may have been. */
export const attemptsOf = ({ begun, untried }: Settled): number =>
  untried ? begun.intento - 1 : begun.intento;

/** How much more a lane may begin: retries first, then events of the log, then re-sends. */
export interface Capacity {
  total: number;
  retries: number;
  dueMs: number;
  fresh: number;
  resends: number;
}

export const NO_CAPACITY: Capacity = { total: 0, retries: 0, dueMs: 0, fresh: 0, resends: 0 };

export interface LaneStep {
  webhookId: string;
  turno: number;
  settled: readonly Settled[];
  /** Everything up to here has settled, these included. */
  cursor: number;
  recuperaHasta: number;
  salud: Salud;
  ultimaEntregaMs: number | null;
  off: MotivoInactivo | null;
  capacity: Capacity;
  releaseIfIdle: boolean;
}
