import type { EstadoEntrega } from '../../contract/recursos/entrega.ts';
import type { TipoEvento } from '../../contract/recursos/evento.ts';
import type { SUSCRIPCIONES } from '../../contract/recursos/webhook.ts';
import type { Salud } from '../../domain/webhooks/lane-health.ts';
import type { Fallo } from '../../domain/webhooks/outcome.ts';
import type { AuditEntry } from './accounts.ts';
import type { Body } from './body.ts';

export { ESTADOS_ENTREGA, type EstadoEntrega } from '../../contract/recursos/entrega.ts';

/** At most so many webhooks a restaurant. */
export const WEBHOOKS_MAX = 20;

export type Suscripcion = (typeof SUSCRIPCIONES)[number];

/** Why a webhook is off: its owner said so, it answered 410, or it took nothing for days. */
export type MotivoInactivo = 'manual' | 'respuesta_410' | 'sin_exito';

export interface Webhook {
  id: string;
  restauranteId: string;
  url: string;
  nombre: string | null;
  eventos: Suscripcion[];
  /** Sealed by the layer above: opaque here, and never to be logged. */
  secreto: Uint8Array;
  activo: boolean;
  motivo: MotivoInactivo | null;
  creadoMs: number;
  /** When a delivery last succeeded. */
  ultimaEntregaMs: number | null;
}

/** Webhooks and what is owed to them. */
export interface WebhookStore {
  /** From the log's position at this moment on. Counting and creating are one step. */
  create(
    webhook: Omit<Webhook, 'motivo' | 'ultimaEntregaMs'>,
    audit: AuditEntry,
  ): Promise<'created' | 'no_restaurant' | 'too_many'>;
  /** Oldest first. */
  list(restauranteId: string): Promise<Webhook[]>;
  get(restauranteId: string, id: string): Promise<Webhook | null>;
  /** Any one, of whichever restaurant: whoever has the key can try it. */
  sample(): Promise<Webhook | null>;
  /** Nothing more is begun for it, and its deliveries are forgotten; false when there is none. */
  remove(restauranteId: string, id: string, audit: AuditEntry): Promise<boolean>;
  /** One probe, then what is owed; false when there is no such webhook. On already: changes nothing. */
  activate(restauranteId: string, id: string, audit: AuditEntry): Promise<boolean>;
  /** What is owed stays owed; false when there is no such webhook. */
  deactivate(restauranteId: string, id: string, audit: AuditEntry): Promise<boolean>;
  readonly entregas: EntregaStore;
  readonly reenvios: ReenvioStore;
  readonly lanes: LaneStore;
}

/** An event on its way to a webhook. Its id is the event's: what receivers see as `X-Svc-Id`. */
export interface Entrega {
  webhookId: string;
  secuencia: number;
  eventoId: string;
  tipo: TipoEvento;
  pedidoId: string;
  estado: EstadoEntrega;
  /** How often it was sent or may have been. */
  intentos: number;
  /** When the event was recorded. */
  creadoMs: number;
  /** When the last attempt ended; what follows is about that attempt. */
  ultimoMs: number | null;
  /** When it is tried next; null when it is not, or waits for an earlier event of its order. */
  proximoMs: number | null;
  status: number | null;
  fallo: Fallo | null;
  duracionMs: number | null;
  /** The beginning of the answer's body. */
  extracto: string | null;
}

export interface EntregaQuery {
  restauranteId: string;
  webhookId: string;
  /** Null: any. */
  estado: EstadoEntrega | null;
  /** `after` continues downwards from a sequence, `before` upwards; pages are newest first either way. */
  cursor: { direction: 'after' | 'before'; secuencia: number } | null;
  limit: number;
}

/** The delivery log: what was tried. Events that no attempt has been begun for are not in it yet. */
export interface EntregaStore {
  list(query: EntregaQuery): Promise<{ entregas: Entrega[]; more: boolean }>;
  get(restauranteId: string, webhookId: string, eventoId: string): Promise<Entrega | null>;
  /** To every webhook of the restaurant, by sequence and then webhook. */
  ofEvents(restauranteId: string, secuencias: readonly number[]): Promise<Entrega[]>;
  /** Forgets some of what ended before a moment, or belongs to deleted webhooks. How many it forgot. */
  prune(beforeMs: number, limit: number): Promise<number>;
  /** What all active webhooks are owed, and since when. */
  owed(): Promise<{ entregas: number; oldestMs: number | null }>;
}

/** Something to be sent again: one event, or all since a moment. Durable, and goes on after a crash. */
export interface Reenvio {
  id: string;
  restauranteId: string;
  webhookId: string;
  creadoMs: number;
  /** The events are those after `desde`, up to `hasta`; `posicion` is how far they are on their way. */
  desde: number;
  hasta: number;
  posicion: number;
  /** Deliveries begun for it, and how they ended so far. */
  encoladas: number;
  entregadas: number;
  fallidas: number;
  completo: boolean;
}

export type ReenvioWhat = { eventoId: string } | { desdeMs: number };

export interface ReenvioStore {
  /** `no_event`: not an event of this restaurant's log, or no longer kept. */
  create(
    reenvio: { id: string; restauranteId: string; webhookId: string; creadoMs: number },
    what: ReenvioWhat,
    audit: AuditEntry,
  ): Promise<Reenvio | 'no_webhook' | 'no_event'>;
  get(restauranteId: string, webhookId: string, id: string): Promise<Reenvio | null>;
  /** Newest first. */
  list(restauranteId: string, webhookId: string, limit: number): Promise<Reenvio[]>;
}

/**
 * A lane is one webhook as its sender sees it. `cursor`: every event up to it is accounted for by a row
 * of the delivery log, or not subscribed to. `hasta`: every event up to it may have been sent. What lies
 * between the two is in the sender's memory; should the sender die, whoever takes over finds it there.
 */
export interface Lane {
  webhook: Webhook;
  /** Grows with each claim. Whoever comes with an older one has lost the lane. */
  turno: number;
  cursor: number;
  hasta: number;
  /** Where the log stood when a backlog began to drain: up to here at a capped rate. */
  recuperaHasta: number;
  salud: Salud;
}

/** How much more may be begun: retries come first, then events of the log, then what is sent again. */
export interface Room {
  /** Of all kinds together. */
  total: number;
  retries: number;
  /** Retries that are due by then. */
  dueMs: number;
  fresh: number;
  resends: number;
}

export const NO_ROOM: Room = { total: 0, retries: 0, dueMs: 0, fresh: 0, resends: 0 };

/** One delivery that may now be sent: `intento` is on disk already. */
export interface Begun {
  secuencia: number;
  eventoId: string;
  tipo: TipoEvento;
  pedidoId: string;
  creadoMs: number;
  body: Body;
  kind: 'fresh' | 'retry' | 'resend';
  /** The number of this attempt, from 1. */
  intento: number;
  /** Attempts that failed before it, on the endpoint's account. */
  fallos: number;
  /** When it was due; later than now for one that is tried early, to see whether the endpoint is back. */
  dueMs: number;
}

/** What became of a delivery. `untried`: put back behind an earlier event of its order, or at a stop. */
export interface Settled {
  begun: Begun;
  estado: EstadoEntrega;
  untried: boolean;
  fallos: number;
  /** For `pendiente`: when to try next; null: when the earlier event of its order is through. */
  proximoMs: number | null;
  ultimoMs: number | null;
  status: number | null;
  fallo: Fallo | null;
  duracionMs: number | null;
  extracto: string | null;
}

export interface LaneStep {
  webhookId: string;
  turno: number;
  settled: readonly Settled[];
  /** After this step. */
  cursor: number;
  recuperaHasta: number;
  salud: Salud;
  ultimaEntregaMs: number | null;
  /** Turns the webhook off. */
  off: MotivoInactivo | null;
  room: Room;
  /** Gives the lane back if this step begins nothing. */
  releaseIfIdle: boolean;
}

export interface LaneAdvance {
  webhookId: string;
  /** Another has the lane, or the webhook is gone: nothing of the step was kept. */
  lost: boolean;
  /** False: the webhook is off or its restaurant suspended. Nothing was begun. */
  active: boolean;
  released: boolean;
  begun: Begun[];
  /** Every event up to here is begun, in the log, or not subscribed to. */
  hasta: number;
  /** The end of the restaurant's log. */
  head: number;
  /** When the next attempt is due, of those that nothing holds back. */
  proximoMs: number | null;
  /** The same for what is to be sent again; 0: now. */
  resendMs: number | null;
}

export interface Claim {
  owner: string;
  leaseMs: number;
  nowMs: number;
  /**
   * Given by an owner that may hold lanes without knowing, because an answer was lost: the webhooks
   * that it knows of. What else is in its name it may claim anew.
   */
  known?: readonly string[];
}

/** For senders. A restaurant's lanes are claimed and advanced together, in one transaction. */
export interface LaneStore {
  /** Restaurants with lanes that have something to do and that nobody holds. */
  due(nowMs: number, limit: number): Promise<string[]>;
  /**
   * Restaurants with lanes in an owner's name that it does not know of: of a claim whose answer was
   * lost, or of a release that a failover of the database has undone.
   */
  strays(owner: string, known: readonly string[], limit: number): Promise<string[]>;
  /** Takes the lanes of a restaurant that have something to do, and begins what there is room for. */
  claim(
    restauranteId: string,
    claim: Claim,
    room: (lane: Lane, head: number) => Room,
  ): Promise<{ lane: Lane; advance: LaneAdvance }[]>;
  /** Records what became of deliveries, begins others, and holds the lanes for another `leaseMs`. */
  advance(restauranteId: string, claim: Claim, steps: readonly LaneStep[]): Promise<LaneAdvance[]>;
  /**
   * Holds lanes of any restaurants for another `leaseMs`, and does nothing else for them. Resolves with
   * those that are still ours and may be sent to; what is wrong with the others, a step of theirs tells.
   */
  renew(claim: Claim, lanes: readonly HeldBy[]): Promise<string[]>;
}

/** A lane, and the claim under which it is held. */
export interface HeldBy {
  restauranteId: string;
  webhookId: string;
  turno: number;
}
