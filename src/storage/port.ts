import type { Alcance } from '../contract/alcances.ts';
import type { ComandoPedido } from '../contract/comandos.ts';
import type { TipoEvento } from '../contract/evento.ts';
import type { TokenLabel } from '../contract/ids.ts';
import type { Estado, Tipo } from '../contract/pedido.ts';
import type { Restaurante } from '../contract/restaurante.ts';
import type { Answer, Cuenta } from '../domain/batch.ts';
import type { Dia } from '../domain/dias.ts';
import type { DiaTotals } from '../domain/resumen.ts';
import type {
  ConsultaStore,
  IntentoStore,
  SesionStore,
  UsoStore,
  UsuarioStore,
} from './panel-port.ts';

import type { WebhookStore } from './webhooks.ts';

/**
 * All that the service asks of a database. Two engines implement it, and one conformance suite holds
 * both to it. Bodies are the UTF-8 bytes of wire JSON: they go out as they came in.
 */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  readonly log: LogStore;
  readonly pedidos: PedidoStore;
  readonly cuentas: CuentaStore;
  readonly llaves: LlaveStore;
  readonly usuarios: UsuarioStore;
  readonly sesiones: SesionStore;
  readonly intentos: IntentoStore;
  readonly usos: UsoStore;
  readonly consultas: ConsultaStore;
  readonly auditoria: AuditStore;
  readonly webhooks: WebhookStore;
  /** Null where this process is the only one that serves the database. */
  readonly ventanas: VentanaStore | null;
  /** The same. */
  readonly flujos: FlujoStore | null;
  /** Random bytes that all processes share and that last: made at the first call. */
  secret(name: SecretName): Promise<Uint8Array>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Writes a consistent copy to a new file while others go on reading and writing. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export type Body = Uint8Array;

/** `cursor`: signs the positions in lists. */
export type SecretName = 'cursor';
export const SECRET_BYTES = 32;

/** Sliding windows of requests that processes share: 60 in any 60 seconds, whoever serves them. */
export interface VentanaStore {
  /** Takes so many slots of each bucket, as far as they are free, by the database's own clock. */
  take(buckets: ReadonlyMap<string, number>): Promise<Map<string, VentanaState>>;
}

export interface VentanaState {
  /** How many of the slots asked for were given. */
  taken: number;
  /** How many requests count now, with those. */
  used: number;
  /** When the first of them came, in milliseconds since the epoch. */
  firstMs: number;
}

/** Streams that a key may have open at the same time. */
export const FLUJOS_POR_LLAVE_MAX = 20;

/** The open streams of each key, which processes share. */
export interface FlujoStore {
  /**
   * Says how many streams this process has or wants, by key; how many it may have. A claim holds for
   * a minute and is made anew before that.
   */
  claim(counts: ReadonlyMap<string, number>): Promise<Map<string, number>>;
}

/** The log: the only way in for orders. */
export interface LogStore {
  /**
   * Carries out commands of one restaurant in one transaction, in the order given. Resolves with an
   * answer for each once all that was accepted is on disk; commits that are waiting share the flush.
   */
  commit(restauranteId: string, comandos: readonly ComandoPedido[]): Promise<Answer[]>;
  /** Events after a sequence, ascending; all of them, or only some. What is kept has no gap. */
  events(
    restauranteId: string,
    after: number,
    limit: number,
    only?: EventFilter,
  ): Promise<StoredEvent[]>;
  /**
   * Deletes the oldest events, those from before a moment and at most so many; the newest event and
   * what is still owed to somebody always stay. How many went; null when another process is at it.
   */
  prune(restauranteId: string, beforeMs: number, limit: number): Promise<number | null>;
  /** Where the log stands, or null for an unknown restaurant. */
  position(restauranteId: string): Promise<LogPosition | null>;
  /** The same of several at once; unknown restaurants are left out. */
  positions(restauranteIds: readonly string[]): Promise<Map<string, LogPosition>>;
  /**
   * Says which logs have got new events, soon after the commit, by whichever process; null: any may
   * have. It is a hint and the log is the truth: it may come once for many commits or for none at
   * all, and at most a second late. It may bring the events that it is about, without a gap among them. Gives
   * back how to stop. `onMoved` must not throw.
   */
  watch(onMoved: OnMoved): () => void;
}

export type OnMoved = (restauranteId: string | null, events?: readonly StoredEvent[]) => void;

/** Of these types and up to this sequence, which bounds how much is looked at. */
export interface EventFilter {
  tipos: readonly TipoEvento[];
  upTo: number;
}

/**
 * What is owed to a webhook that takes nothing, or is off, stays so much longer than other events. It
 * is not kept for ever: a forgotten webhook would make every log grow without end.
 */
export const OWED_EXTRA_MS = 60 * 24 * 60 * 60_000;

export interface StoredEvent {
  secuencia: number;
  id: string;
  tipo: TipoEvento;
  /** When it was committed, by the clock of whoever did. */
  creadoMs: number;
  body: Body;
}

export interface LogPosition {
  secuencia: number;
  logTag: string;
  /** Grows with every commit that changed an order, also where no event was emitted. */
  version: number;
}

export interface PedidoFilter {
  restauranteId: string;
  /** Empty: any. */
  estados: readonly Estado[];
  tipo: Tipo | null;
  /** Over `creado_en`: `desdeMs` <= value < `hastaMs`. */
  desdeMs: number | null;
  hastaMs: number | null;
}

export interface PedidoQuery extends PedidoFilter {
  limit: number;
  /** `after` continues downwards from an id, `before` upwards; pages are id-descending either way. */
  cursor: { direction: 'after' | 'before'; id: string } | null;
}

export interface PedidoPage {
  /** The newest of its orders and the oldest; null when there is none. */
  ends: { first: string; last: string } | null;
  /** The wire JSON of these orders, separated by commas. */
  body: Body;
  /** Whether nobody else holds the memory of the body: it may be freed. */
  isSpare: boolean;
  /** Another whenever an order comes, goes or changes, and fit for an ETag. */
  version: string;
  /** Whether more orders match in the direction of the query. */
  more: boolean;
}

export interface StoredOrder {
  /** Its wire JSON. */
  body: Body;
  /** Another whenever the order changes, and fit for an ETag. */
  version: string;
}

/** Reading orders. Every answer costs what it shows, not what the restaurant has ever sold. */
export interface PedidoStore {
  list(query: PedidoQuery): Promise<PedidoPage>;
  /** Exact up to 10,000; beyond it within 5 %. */
  count(filter: PedidoFilter): Promise<number>;
  get(restauranteId: string, id: string): Promise<StoredOrder | null>;
  /** History entries, oldest first; null when the order is not this restaurant's. */
  history(restauranteId: string, id: string): Promise<Body[] | null>;
  /** Local days `from` to `to`, both included. */
  summary(restauranteId: string, from: Dia, to: Dia): Promise<SummaryTotals>;
}

export const TOP_PRODUCTOS = 10;

export interface SummaryTotals extends DiaTotals {
  clientes: number;
  /** The best TOP_PRODUCTOS by sales, then units, then id. */
  productos: { productoId: string; nombre: string; unidades: number; ventasCents: number }[];
}

export interface CuentaStore {
  /** Creates or replaces a profile. What is left undefined keeps its value (new: active, no ingestion). */
  save(perfil: Restaurante, flags: { activo?: boolean; ingesta?: boolean }): Promise<void>;
  find(restauranteId: string): Promise<{ cuenta: Cuenta; perfil: Body } | null>;
  /** By id, ascending, after an id. */
  list(after: string, limit: number): Promise<Cuenta[]>;
  /** False when there is no such restaurant. */
  setActive(restauranteId: string, activo: boolean, audit: AuditEntry): Promise<boolean>;
  /** The same for whether orders are taken. */
  setIngesta(restauranteId: string, ingesta: boolean, audit: AuditEntry): Promise<boolean>;
  /** Replaces documents wholesale; false when there is no such restaurant. */
  saveDocuments(restauranteId: string, documents: readonly Document[]): Promise<boolean>;
  document(restauranteId: string, kind: DocumentKind): Promise<Body | null>;
}

export type DocumentKind = 'carta' | 'carta_disponible' | 'zonas';
export interface Document {
  kind: DocumentKind;
  json: string;
}

export interface Llave {
  id: string;
  restauranteId: string;
  nombre: string;
  etiqueta: TokenLabel;
  alcances: Alcance[];
  /** Last characters of the token, enough to recognise it and too few to guess it. */
  pista: string;
  creador: string;
  creadaMs: number;
  expiraMs: number | null;
  revocadaMs: number | null;
  ultimoUsoMs: number | null;
}

/** A key, and whether its restaurant is active. */
export interface LlaveStanding {
  llave: Llave;
  activo: boolean;
}

export interface LlaveStore {
  /** The token itself is never stored: `hash` is its SHA-256. */
  create(llave: Llave, hash: string, audit: AuditEntry): Promise<'created' | 'no_restaurant'>;
  findByHash(hash: string): Promise<LlaveStanding | null>;
  /** Another number whenever a key may have changed; undefined where that is not known at the moment. */
  version(): number | undefined;
  /** How several keys stand, by id; unknown ones are left out. */
  standings(ids: readonly string[]): Promise<Map<string, LlaveStanding>>;
  get(id: string): Promise<Llave | null>;
  /** Newest first; of one restaurant or of all. */
  list(restauranteId: string | null): Promise<Llave[]>;
  /** False when there is no such key or it was revoked before. */
  revoke(id: string, atMs: number, audit: AuditEntry): Promise<boolean>;
  /** Stores the successor; the old key then ends at `graceUntilMs`, or earlier if it was to. */
  rotate(
    id: string,
    successor: { llave: Llave; hash: string },
    graceUntilMs: number,
    audit: AuditEntry,
  ): Promise<boolean>;
  /** Notes when keys were last used, by id; an older moment than the one noted changes nothing. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>;
}

/** Who did what to which object. Stored in the transaction of the deed itself. */
export interface AuditEntry {
  momentoMs: number;
  actor: string;
  accion: string;
  objeto: string;
  restauranteId: string | null;
  detalle: Record<string, unknown>;
}

export interface AuditStore {
  /** Newest first; of one restaurant or of all. */
  list(restauranteId: string | null, limit: number): Promise<AuditEntry[]>;
  /** The same, page by page: what lies before an entry. */
  page(
    restauranteId: string | null,
    page: { before: number | null; limit: number },
  ): Promise<(AuditEntry & { id: number })[]>;
}
