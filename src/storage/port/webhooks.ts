import type { EstadoEntrega, Fallo, FiltroEntrega } from '../../contract/recursos/entrega.ts';
import type { SUSCRIPCIONES, TipoEvento } from '../../contract/recursos/evento.ts';
import type { Begun, Capacity, LaneStep, MotivoInactivo } from '../../domain/webhooks/delivery.ts';
import type { SecretoAnterior } from '../../domain/webhooks/firma.ts';
import type { Salud } from '../../domain/webhooks/lane-health.ts';
import type { AuditEntry } from './accounts.ts';

export const WEBHOOKS_MAX = 20;
/** Earlier secrets of a webhook that may be good at the same time. */
export const ANTERIORES_MAX = 2;
/** Re-sends of a webhook that are listed; older ones are kept until they have finished. */
export const REENVIOS_KEPT = 25;
/** Unfinished re-sends that a webhook may have. */
export const REENVIOS_OPEN_MAX = 200;

export type Suscripcion = (typeof SUSCRIPCIONES)[number];

export interface Webhook {
  id: string;
  restauranteId: string;
  url: string;
  nombre: string | null;
  eventos: Suscripcion[];
  /** Sealed by the layer above: opaque here, and never to be logged. */
  secreto: Uint8Array;
  /** Earlier secrets that are still good, oldest first, sealed as well. */
  anteriores: SecretoAnterior[];
  activo: boolean;
  motivo: MotivoInactivo | null;
  creadoMs: number;
  ultimaEntregaMs: number | null;
}

export interface WebhookStore {
  /** Subscribes to the log from its current end on. Counting and creating are one transaction. */
  create(
    webhook: Omit<Webhook, 'motivo' | 'ultimaEntregaMs' | 'anteriores'>,
    audit: AuditEntry,
  ): Promise<'created' | 'no_restaurant' | 'too_many'>;
  /** Oldest first. */
  list(restauranteId: string): Promise<Webhook[]>;
  get(restauranteId: string, id: string): Promise<Webhook | null>;
  /** Any webhook of any restaurant, to check that the key opens the sealed secrets. */
  sample(): Promise<Webhook | null>;
  /** A new address starts with a clean bill of health. Null when there is no such webhook. */
  update(
    restauranteId: string,
    id: string,
    changes: Partial<Pick<Webhook, 'url' | 'nombre' | 'eventos'>>,
    audit: AuditEntry,
  ): Promise<Webhook | null>;
  /** Replaces the secret. The current one stays good until `hastaMs`; null ends it and all earlier ones at once. */
  rotate(
    restauranteId: string,
    id: string,
    rotation: { secreto: Uint8Array; hastaMs: number | null },
    audit: AuditEntry,
  ): Promise<'rotated' | 'no_webhook' | 'too_many'>;
  /** Stores its secrets as `seal` returns them. If that throws, nothing changes. False when there is no such webhook. */
  reseal(
    restauranteId: string,
    id: string,
    seal: (secreto: Uint8Array) => Uint8Array,
  ): Promise<boolean>;
  /** Begins no more deliveries; existing ones are deleted later. False when there is no such webhook. */
  remove(restauranteId: string, id: string, audit: AuditEntry): Promise<boolean>;
  /** Its endpoint gets one probe, then everything owed. Null when there is no such webhook. */
  activate(restauranteId: string, id: string, audit: AuditEntry): Promise<Webhook | null>;
  /** Undelivered events stay owed. Null when there is no such webhook. */
  deactivate(restauranteId: string, id: string, audit: AuditEntry): Promise<Webhook | null>;
  readonly entregas: EntregaStore;
  readonly horas: HoraStore;
  readonly reenvios: ReenvioStore;
  readonly lanes: LaneStore;
}

/** The attempts of a webhook in an hour: figures for people, which may miss the last seconds of a process that died. */
export interface HoraWebhook {
  restauranteId: string;
  webhookId: string;
  /** Hours since the epoch. */
  hora: number;
  exitos: number;
  /** Attempts that failed on the receiver's account. */
  fallos: number;
  /** Duration of all attempts together, and of the longest. */
  duracionMs: number;
  duracionMaxMs: number;
}

export interface HoraStore {
  /** All of them must be of one restaurant. */
  add(horas: readonly HoraWebhook[]): Promise<void>;
  /** The hours from `fromHora` on, ascending; hours without an attempt are left out. */
  list(restauranteId: string, webhookId: string, fromHora: number): Promise<HoraWebhook[]>;
}

/** An attempt that a later one has replaced in its delivery. */
interface IntentoAnterior {
  ms: number;
  status: number | null;
  fallo: Fallo | null;
  duracionMs: number | null;
}

/** Earlier attempts that a delivery keeps; it drops the oldest first. */
export const INTENTOS_ANTERIORES_MAX = 24;

/** An event on its way to a webhook. Its id is the event's: what receivers see as `X-Svc-Id`. */
export interface Entrega {
  webhookId: string;
  secuencia: number;
  eventoId: string;
  tipo: TipoEvento;
  pedidoId: string;
  pedidoNumero: string;
  estado: EstadoEntrega;
  intentos: number;
  creadoMs: number;
  /** When the last attempt ended. `status` to `extracto` are about that attempt. */
  ultimoMs: number | null;
  /** Oldest first. */
  anteriores: IntentoAnterior[];
  /** When it is tried next; null when it is not, or waits for an earlier event of its order. */
  proximoMs: number | null;
  status: number | null;
  fallo: Fallo | null;
  duracionMs: number | null;
  extracto: string | null;
}

export interface EntregaQuery {
  restauranteId: string;
  webhookId: string;
  /** Null: any. */
  estado: FiltroEntrega | null;
  /** `after` continues downwards from a sequence, `before` upwards; pages are newest first either way. */
  cursor: { direction: 'after' | 'before'; secuencia: number } | null;
  limit: number;
}

/** The delivery log. An event is not in it before its first attempt has begun. */
export interface EntregaStore {
  list(query: EntregaQuery): Promise<{ entregas: Entrega[]; more: boolean }>;
  get(restauranteId: string, webhookId: string, eventoId: string): Promise<Entrega | null>;
  /** Deliveries of some events to every webhook of the restaurant, by sequence and then webhook. */
  ofEvents(restauranteId: string, secuencias: readonly number[]): Promise<Entrega[]>;
  /** Deletes some rows that ended before a moment or belong to deleted webhooks; returns how many. */
  prune(beforeMs: number, limit: number): Promise<number>;
  /** Makes deliveries due at once that wait longer than any may: a clock that was ahead has put them off. */
  pullIn(nowMs: number): Promise<void>;
  /** Undelivered events of all active webhooks, and the time of the oldest. */
  owed(): Promise<{ entregas: number; oldestMs: number | null }>;
}

/** A re-send: one event, or all since a moment. Durable: it goes on after a crash. */
export interface Reenvio {
  id: string;
  creadoMs: number;
  /** Covers the events after `desde` up to `hasta`; those up to `posicion` have been opened. */
  desde: number;
  hasta: number;
  posicion: number;
  /** Deliveries opened for it, and how they have ended so far. */
  encoladas: number;
  entregadas: number;
  fallidas: number;
  completo: boolean;
}

export type ReenvioWhat = { eventoId: string } | { desdeMs: number };

/** `no_event`: not an event of this restaurant's log, or no longer kept. */
export type ReenvioRefusal = 'no_webhook' | 'no_event' | 'too_many';

export interface ReenvioStore {
  create(
    reenvio: { id: string; restauranteId: string; webhookId: string; creadoMs: number },
    what: ReenvioWhat,
    audit: AuditEntry,
  ): Promise<Reenvio | ReenvioRefusal>;
  /** Newest first. */
  list(restauranteId: string, webhookId: string, limit: number): Promise<Reenvio[]>;
}

/**
 * A lane is a webhook's ordered delivery state. `cursor`: every event up to it has a row in the delivery
 * log or is not subscribed to. `windowEnd`: every event up to it may have been sent. The events in between are
 * in the memory of the process that holds the lane; if that dies, the next holder finds them there.
 */
export interface Lane {
  webhook: Webhook;
  /** The fencing token: grows with each claim, and a step with an older one is refused. */
  fence: number;
  cursor: number;
  windowEnd: number;
  /** Where the log stood when a backlog began to drain: up to here at a capped rate. */
  recoveryEnd: number;
  salud: Salud;
}

/** The result of a step. */
export interface LaneAdvance {
  /** As it is now: its owner may have changed it. */
  webhook: Webhook;
  /** False: the webhook is off or its restaurant suspended. Nothing was begun. */
  active: boolean;
  released: boolean;
  begun: Begun[];
  /** Every event up to here has begun, has a row in the delivery log, or is not subscribed to. */
  windowEnd: number;
  head: number;
  /** When the next retry is due that does not wait for an earlier event of its order. */
  proximoMs: number | null;
  /** The same for re-sends; 0: now. */
  resendMs: number | null;
}

export interface Claim {
  owner: string;
  leaseMs: number;
  nowMs: number;
  /**
   * The lanes that the owner knows it holds, given only if it may hold others without knowing (a lost answer): those others may
   * be claimed anew in its name.
   */
  known?: readonly string[];
}

export interface LaneKey {
  restauranteId: string;
  webhookId: string;
  fence: number;
}

/** Used by dispatchers. A restaurant's lanes are claimed and advanced together, in one transaction. */
export interface LaneStore {
  /**
   * Restaurants with lanes that have something to do and that nobody holds. With `everyMs`, processes that share a
   * database take turns: only one of them looks within that time, and the others get an empty list.
   */
  due(nowMs: number, limit: number, everyMs?: number): Promise<string[]>;
  /** Restaurants with lanes in an owner's name that it does not know of: an answer was lost, or a failover undid a release. */
  strays(owner: string, known: readonly string[], limit: number): Promise<string[]>;
  /** Takes the lanes of a restaurant that have something to do, and begins as much as `capacity` allows. */
  claim(
    restauranteId: string,
    claim: Claim,
    capacity: (lane: Lane, head: number) => Capacity,
  ): Promise<{ lane: Lane; advance: LaneAdvance }[]>;
  /**
   * Stores outcomes, begins further deliveries, and extends the leases by `leaseMs`. `lost`: another process has the lane, or
   * the webhook is gone; nothing of the step was stored.
   */
  advance(
    restauranteId: string,
    claim: Claim,
    steps: readonly LaneStep[],
  ): Promise<(LaneAdvance | 'lost')[]>;
  /** Resolves with the webhooks whose lanes are still ours; a step tells what is wrong with the others. */
  renew(claim: Pick<Claim, 'owner' | 'leaseMs'>, lanes: readonly LaneKey[]): Promise<string[]>;
}
