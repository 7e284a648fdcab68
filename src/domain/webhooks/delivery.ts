import type { SaludWebhook } from '../../contract/panel.ts';
import type { EstadoEntrega, Fallo } from '../../contract/recursos/entrega.ts';
import type { TipoEvento } from '../../contract/recursos/evento.ts';
import type { Salud } from './lane-health.ts';

/** Why a webhook is off: its owner turned it off, it answered 410, or it accepted nothing for days. */
export type MotivoInactivo = NonNullable<SaludWebhook['motivo']>;

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
  /** Earlier attempts whose failure was the endpoint's fault. */
  fallos: number;
  /** When it is due; in the future for a probe, which is sent early. */
  dueMs: number;
}

/** How a begun delivery ended for now. `untried`: it was put back without having been sent. */
export interface Settled {
  begun: Begun;
  estado: EstadoEntrega;
  untried: boolean;
  fallos: number;
  /** For `pendiente`, when to try next; null: once the earlier event of its order has ended. */
  proximoMs: number | null;
  ultimoMs: number | null;
  status: number | null;
  fallo: Fallo | null;
  duracionMs: number | null;
  extracto: string | null;
}

/** The number of times that a settled delivery was sent, or may have been. */
export const attemptsOf = ({ begun, untried }: Settled): number =>
  untried ? begun.intento - 1 : begun.intento;

/** How many more deliveries a lane may begin: retries first, then events of the log, then re-sends. */
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
  fence: number;
  settled: readonly Settled[];
  /** Every event up to here has settled, counting `settled`. */
  cursor: number;
  recoveryEnd: number;
  salud: Salud;
  ultimaEntregaMs: number | null;
  off: MotivoInactivo | null;
  capacity: Capacity;
  releaseIfIdle: boolean;
}
