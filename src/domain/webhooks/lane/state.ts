import type { EstadoEntrega } from '../../../contract/recursos/entrega.ts';
import type { TipoEvento } from '../../../contract/recursos/evento.ts';
import type { Begun, DeliveryEvent } from '../delivery.ts';

/** A lane whose open rows are this many takes no further events until some of them end. */
export const OPEN_MAX = 5_000;
export const RESEND_WINDOW = 64;

/** A lane as stored. Every event up to `hasta` is begun or not subscribed to. */
export interface LaneState {
  turno: number;
  tipos: readonly TipoEvento[];
  /** The webhook is on and its restaurant is not suspended. */
  active: boolean;
  hasta: number;
  head: number;
  hasOpenRows: boolean;
  hasResends: boolean;
}

/** A delivery that is owed and has a row: it was tried or put back, or waits for its order. */
export interface OpenRow extends DeliveryEvent {
  /** The claim in whose memory it is. */
  turno: number;
  intentos: number;
  fallos: number;
  /** When to try next; null: it waits for an earlier event of its order. */
  proximoMs: number | null;
}

export interface ResendEvent extends DeliveryEvent {
  row: { estado: EstadoEntrega; intentos: number; proximoMs: number | null } | null;
}

/** What to load for a step. A healthy lane has no open rows and needs only its events. */
export interface LaneNeeds {
  events: number;
  /** Whether any open row may hold them back. */
  open: boolean;
  due: number;
  dueMs: number;
  orders: readonly string[];
  resends: boolean;
}

/** What a step has to know, loaded as `LaneNeeds` says. Rows are live ones, except in `resends`. */
export interface LaneRows {
  /** Subscribed events that a dead holder had begun, and of which no row tells anything. */
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
  /** All of them: at most `RESEND_WINDOW`. */
  open: readonly OpenRow[];
  /** The oldest re-send that has events left to open, and the next of those events. */
  current: { id: string; hasta: number } | null;
  events: readonly ResendEvent[];
}

export const NO_RESENDS: ResendRows = { open: [], current: null, events: [] };

/** A row to be inserted: owed, and not due before it is made so. */
export interface NewRow extends DeliveryEvent {
  intentos: number;
  reenvioId: string | null;
}

export type PlannedDelivery = Omit<Begun, 'body'> & { body: Uint8Array | null };

/** What a step stores after the outcomes that it brought, in this order. */
export interface LanePlan {
  opened: NewRow[];
  /** Rows of ended deliveries that are owed again, as part of the current re-send. */
  reopened: number[];
  /** Rows to try now: each is the first of its order and has been waiting, or is to be sent again. */
  dueNow: number[];
  /** Of these, the retries and re-sends have rows: marked as begun by this holder. */
  begun: PlannedDelivery[];
  /** How far the current re-send has come, and how many deliveries were opened for it. */
  resend: { id: string; posicion: number; opened: number } | null;
  /** Every event up to `cursor` has a row or is not subscribed to. */
  cursor: number;
  hasta: number;
  active: boolean;
  released: boolean;
}
