import type { EstadoEntrega } from '../../../contract/recursos/entrega.ts';
import type { TipoEvento } from '../../../contract/recursos/evento.ts';
import type { Begun, DeliveryEvent } from '../delivery.ts';

/** A lane with this many open rows takes no further events until some of them end. */
export const OPEN_MAX = 5_000;
export const RESEND_WINDOW = 64;

/** A lane as stored. Every event up to `windowEnd` is begun or not subscribed to. */
export interface LaneState {
  fence: number;
  tipos: readonly TipoEvento[];
  /** The webhook is on and its restaurant is not suspended. */
  active: boolean;
  /** As it was stored before this step, and before its claim. */
  cursor: number;
  windowEnd: number;
  head: number;
  hasOpenRows: boolean;
  hasResends: boolean;
}

/** An owed delivery that has a row: it was tried or put back, or waits for an earlier event of its order. */
export interface OpenRow extends DeliveryEvent {
  /** The fencing token of the claim that holds it in memory. */
  fence: number;
  intentos: number;
  fallos: number;
  /** When to try next; null while it waits for an earlier event of its order. */
  proximoMs: number | null;
}

export interface ResendEvent extends DeliveryEvent {
  row: { estado: EstadoEntrega; intentos: number; proximoMs: number | null } | null;
}

/** The rows to load for a step. A healthy lane has no open rows and needs only its events. */
export interface LaneNeeds {
  events: number;
  /** Whether any open row may hold them back. */
  open: boolean;
  due: number;
  dueMs: number;
  orders: readonly string[];
  resends: boolean;
}

/** The rows that a step needs, loaded as `LaneNeeds` says. All are of live deliveries, except `resends`. */
export interface LaneRows {
  /** Subscribed events that a dead holder had begun and that have no row. */
  orphans: readonly DeliveryEvent[];
  /** The next events; the body of one that is not subscribed to may be missing. */
  events: readonly (DeliveryEvent & { body: Uint8Array | null })[];
  /** Orders of those events with an open row that is not settled in this step. */
  stuck: ReadonlySet<string>;
  isFull: boolean;
  /** Open rows that are due and not in the holder's memory, the earliest first. */
  due: readonly OpenRow[];
  /** The first open row of each order asked for that is not settled in this step. */
  firsts: readonly OpenRow[];
  resends: ResendRows;
}

export interface ResendRows {
  /** All open rows of re-sends: at most `RESEND_WINDOW`. */
  open: readonly OpenRow[];
  /** The oldest re-send that has events left to open, and the next of those events. */
  current: { id: string; hasta: number } | null;
  events: readonly ResendEvent[];
}

/** A row to be inserted. It is owed, but not due until `dueNow` names it. */
interface NewRow extends DeliveryEvent {
  intentos: number;
  reenvioId: string | null;
}

export type PlannedDelivery = Omit<Begun, 'body'> & { body: Uint8Array | null };

/** The changes that a step stores after its outcomes, in this order. */
export interface LanePlan {
  opened: NewRow[];
  /** Rows of ended deliveries that are owed again, as part of the current re-send. */
  reopened: number[];
  /** Rows to try now: the first of an order that has been waiting, or a delivery that is to be sent again. */
  dueNow: number[];
  /** Deliveries to begin. Retries and re-sends among them have rows, which are marked as begun by this holder. */
  begun: PlannedDelivery[];
  /** How far the current re-send has come, and how many deliveries were opened for it. */
  resend: { id: string; posicion: number; opened: number } | null;
  /** Every event up to `cursor` has a row or is not subscribed to. */
  cursor: number;
  windowEnd: number;
  active: boolean;
  released: boolean;
}
