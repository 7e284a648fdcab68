import type { Cuarto } from '../../domain/resumen/cifras.ts';
import type { Dia } from '../../domain/resumen/dias.ts';
import type { MotivoInactivo } from '../../domain/webhooks/delivery.ts';
import type { AuditEntry } from './accounts.ts';
import type { StoredEvent } from './log.ts';
import type { Membresia } from './panel/miembros.ts';
import type { SoldProduct } from './pedidos.ts';

export interface Usuario {
  id: string;
  email: string;
  /** An operator may do everything in every restaurant. */
  operador: boolean;
  creadoMs: number;
}

/** A restaurant and what somebody is in it. */
export type Puesto = Pick<Membresia, 'restauranteId' | 'rol'>;

export interface UsuarioDetalle extends Usuario {
  tieneClave: boolean;
  /** A second one: a passkey or the codes of an app. */
  tieneFactor: boolean;
  /** An operator wants them to have one: until then they see no restaurant. */
  exigeFactor: boolean;
  desactivadoMs: number | null;
  ultimoAccesoMs: number | null;
  /** In order of name. */
  membresias: Membresia[];
}

/** The right to choose a password, for the holder of a token. */
interface Setup {
  /** SHA-256 of the token. */
  hash: string;
  expiraMs: number;
}

export interface UsuarioStore {
  /** A user without a password yet: the holder of the setup token chooses one. */
  create(
    usuario: Usuario,
    puestos: readonly Puesto[],
    setup: Setup,
    audit: AuditEntry,
  ): Promise<'created' | 'email_taken' | 'no_restaurant'>;
  get(id: string): Promise<UsuarioDetalle | null>;
  /** The user, and the hash of the password: null before one was chosen. */
  findByEmail(email: string): Promise<{ usuario: UsuarioDetalle; clave: string | null } | null>;
  /** Users in order of e-mail. */
  list(limit: number): Promise<UsuarioDetalle[]>;
  /** The user whose setup token it is, expired or not. */
  findBySetup(hash: string): Promise<{ usuario: UsuarioDetalle; expiraMs: number } | null>;
  /** A new setup token in place of the old one. False when there is no such user. */
  offerSetup(id: string, setup: Setup, audit: AuditEntry): Promise<boolean>;
  /** Uses up the token, sets the password and ends every session. False when the token is no longer valid. */
  redeemSetup(hash: string, nowMs: number, clave: string, audit: AuditEntry): Promise<boolean>;
  /** Replaces the password if it still is `before`, and ends every session and the setup token. */
  changePassword(id: string, before: string, clave: string, audit: AuditEntry): Promise<boolean>;
  /**
   * A moment shuts the user out and ends every session, the setup token and the screens they made; null lets them
   * in again. `byId`, if given, must not be disabled themselves: of two operators who disable each other, one stays.
   * False: nothing changed.
   */
  setDisabled(id: string, atMs: number | null, audit: AuditEntry, byId?: string): Promise<boolean>;
  /** False: nothing changed. */
  setFactorRequired(id: string, isRequired: boolean, audit: AuditEntry): Promise<boolean>;
  /** Their keys work on, and name the user's id instead of the e-mail. False if there is no disabled user with this id. */
  deleteDisabled(id: string, audit: AuditEntry): Promise<boolean>;
}

export interface Sesion {
  /** SHA-256 of what the cookie holds. */
  hash: string;
  usuarioId: string;
  creadaMs: number;
  vistaMs: number;
  /** The browser's User-Agent, shortened. */
  agente: string;
  /** The network from which it was last used. */
  red: string;
}

export interface SesionStore {
  /**
   * Also notes the user's last access, and deletes all sessions that began or were last seen before `stale`. False, and no
   * session, if the user no longer has the password `clave` (its hash) or was disabled.
   */
  create(
    sesion: Sesion,
    clave: string,
    stale: { creadaMs: number; vistaMs: number },
    audit: AuditEntry,
  ): Promise<boolean>;
  /** The session and its user; null also if the user is disabled. */
  find(hash: string): Promise<{ sesion: Sesion; usuario: UsuarioDetalle } | null>;
  /** Newest first. */
  list(usuarioId: string): Promise<Sesion[]>;
  touch(hash: string, vistaMs: number, red: string): Promise<void>;
  /** False when it had ended before. */
  end(hash: string, audit: AuditEntry): Promise<boolean>;
  /** Also withdraws the setup token. Resolves with how many there were. */
  endAll(usuarioId: string, audit: AuditEntry): Promise<number>;
}

/** At most `limit` attempts in any `windowMs`. */
export interface IntentoBucket {
  clave: string;
  limit: number;
  windowMs: number;
}

/** Attempts to sign in, counted for all processes together. */
export interface IntentoStore {
  /**
   * Takes a slot in every bucket, or in none and writes nothing; `waitMs`: until all have a free one, the last of them `clave`.
   */
  take(
    buckets: readonly IntentoBucket[],
    nowMs: number,
  ): Promise<{ waitMs: number; clave: string | null }>;
  /** Deletes attempts that no longer count. */
  sweep(nowMs: number): Promise<void>;
  clear(claves: readonly string[]): Promise<void>;
}

/** Requests of one key on one UTC day. */
export interface Uso {
  restauranteId: string;
  llaveId: string;
  /** Days since the epoch. */
  dia: number;
  peticiones: number;
  /** Requests that were answered with 429, and with any other error. */
  limitadas: number;
  errores: number;
}

export const RASTRO_DAYS = 90;
export const RASTROS_MAX = 50;
export const RASTRO_OTROS = 'otros';

/** Requests of one key from a network, by a program (User-Agent), or of one operation with one status on one day. */
export interface Rastro {
  llaveId: string;
  clase: 'red' | 'agente' | 'operacion';
  valor: string;
  primeraMs: number;
  ultimaMs: number;
  peticiones: number;
}

export interface UsoStore {
  add(usos: readonly Uso[]): Promise<void>;
  /** The usage of one restaurant's keys from a day on, by key and day. */
  list(restauranteId: string, fromDia: number): Promise<Uso[]>;
  /**
   * Adds to the trail of a restaurant's keys. A network or program that a key has never come from is an entry of the audit;
   * beyond RASTROS_MAX of either they count as one, RASTRO_OTROS.
   */
  addTrail(restauranteId: string, rastros: readonly Rastro[], nowMs: number): Promise<void>;
  /** The trail of one key over RASTRO_DAYS, the last use first. */
  trail(restauranteId: string, llaveId: string, nowMs: number): Promise<Rastro[]>;
}

export interface WebhookSalud {
  id: string;
  motivo: MotivoInactivo | null;
  /** Deliveries begun and still owed, and deliveries given up; each counted up to ENTREGAS_COUNTED_MAX. */
  pendientes: number;
  fallidas: number;
  /** Events of the log that the webhook has not reached yet, subscribed to or not. */
  porEmpezar: number;
  fallosSeguidos: number;
  pausedUntilMs: number;
}

export const ENTREGAS_COUNTED_MAX = 1_000;

export type PedidoEvent = Omit<StoredEvent, 'body'>;

export interface ConsultaStore {
  /** Quarters of an hour with `desdeMs` <= start < `hastaMs`, ascending; those without orders are left out. */
  quarters(restauranteId: string, desdeMs: number, hastaMs: number): Promise<Cuarto[]>;
  /** All products sold on local days `from` to `to`, with their newest name. The cost grows with days and products, not orders. */
  products(restauranteId: string, from: Dia, to: Dia): Promise<SoldProduct[]>;
  /** Those of the products that were sold on some day before `dia`. */
  soldBefore(
    restauranteId: string,
    dia: Dia,
    productoIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** The events of one order that the log still has, ascending. */
  eventsOf(restauranteId: string, pedidoId: string, limit: number): Promise<PedidoEvent[]>;
  /** The webhooks of a restaurant, oldest first. */
  webhooks(restauranteId: string): Promise<WebhookSalud[]>;
  totals(): Promise<{ restaurantes: number; usuarios: number; llavesActivas: number }>;
}
