import type { TipoCondicion } from '../../../contract/avisos/condicion.ts';
import type { KeyCounts, KeyFacts } from '../../../domain/health/keys.ts';
import type { Changes, OpenCondition } from '../../../domain/health/signals.ts';
import type { WebhookFacts } from '../../../domain/health/webhooks.ts';
import type { AuditEntry } from '../accounts.ts';
import type { QueuedMail } from './mail.ts';

/** A condition as it is kept, for 90 days after its end. */
export interface Condition extends OpenCondition {
  hastaMs: number | null;
  /** Somebody has said that they know. */
  vistaMs: number | null;
  vistaPor: string | null;
}

export const HISTORY_DAYS = 90;

/** The news of a condition, for people and the operator's tools. `sigue`: it got worse, or a day has passed. */
export type Que = 'empieza' | 'sigue' | 'acaba';

interface Persona {
  id: string;
  email: string;
}

export interface Preferencias {
  /** False: no mail of conditions at all. */
  correo: boolean;
  /** Kinds of which no mail comes. */
  silenciadas: TipoCondicion[];
  idioma: 'es' | 'en';
}

/** News that a person has not been told yet. */
export interface Notice {
  que: Que;
  creadoMs: number;
  condition: Condition;
}

export interface PendingNotices {
  persona: Persona;
  preferencias: Preferencias;
  notices: Notice[];
}

/** A call of the operator's webhook that is owed. */
export interface OperatorCall {
  que: Que;
  intentos: number;
  condition: Condition;
}

interface Applied {
  begun: Condition[];
  worse: Condition[];
  ended: Condition[];
}

export interface Lease {
  name: string;
  sinceMs: number;
  untilMs: number;
  /** Its owner let it expire without releasing it. */
  isExpired: boolean;
}

export interface Backup {
  /** When the newest one was made; null before the first. */
  madeMs: number | null;
  /** How the last one ended; null before the first. */
  result: 'made' | 'verified' | 'failed' | null;
}

export interface HealthStore {
  /**
   * Takes or keeps the lease of this name: false while another owner has it. An owner that dies loses it after `leaseMs`.
   */
  hold(name: string, owner: string, leaseMs: number): Promise<boolean>;
  release(name: string, owner: string): Promise<void>;
  /** The leases whose names begin so; `sinceMs`: when the owner first took it. */
  leases(prefix: string): Promise<Lease[]>;
  /** Drops the lease of an owner that is gone. */
  forgetLease(name: string): Promise<void>;
  /** The database's clock; null where it is that of this machine. */
  databaseMs(): Promise<number | null>;

  /** The newest backup that the audit knows of. */
  lastBackup(): Promise<Backup>;

  /** Webhooks that fail or are off, and those named; `all`: every one, which costs a look at what each is owed. */
  webhooks(ids: readonly string[], all: boolean): Promise<WebhookFacts[]>;
  /** One of them; null if there is none. */
  webhook(restauranteId: string, id: string): Promise<WebhookFacts | null>;
  /** Keys that are not revoked, of active restaurants: those that expire before, were last used between, or are named. */
  keys(of: {
    expiraBeforeMs: number;
    usedBetweenMs: readonly [number, number];
    ids: readonly string[];
  }): Promise<KeyFacts[]>;
  daysUsed(key: Pick<KeyFacts, 'restauranteId' | 'id'>, fromDia: number): Promise<Set<number>>;
  /** Requests of the keys that were refused by their limit from a day on. */
  limited(fromDia: number): Promise<KeyCounts[]>;
  screens(
    seenAfterMs: number,
  ): Promise<{ restauranteId: string; id: string; nombre: string; vistaMs: number | null }[]>;

  open(tipos: readonly TipoCondicion[]): Promise<Condition[]>;
  /** Stores what changed, with what people and, if `calls`, the operator's webhook are to be told, in one transaction. */
  apply(
    changes: Changes,
    nowMs: number,
    options: { mintId(): string; calls: boolean },
  ): Promise<Applied>;
  /** Reminds of what has been open for days and nobody has said that they know: at most once a day, and seven times. */
  remind(tipos: readonly TipoCondicion[], nowMs: number): Promise<number>;
  /** Newest first. `restauranteId` null: the service's own. */
  list(restauranteId: string | null, limit: number): Promise<Condition[]>;
  listOpen(restauranteId: string | null): Promise<Condition[]>;
  counts(): Promise<{ tipo: TipoCondicion; n: number }[]>;
  /** False when there is none, it has ended, or somebody has said it before. */
  acknowledge(restauranteId: string | null, id: string, audit: AuditEntry): Promise<boolean>;
  prune(beforeMs: number, limit: number): Promise<number>;

  /** News that people are owed, once the oldest of it is from before `beforeMs`; everything that a person is owed together. */
  pending(beforeMs: number): Promise<PendingNotices[]>;
  /** Replaces the news that a person was owed by a message; null: nothing is to be sent. False if it is no longer owed. */
  tell(of: PendingNotices, mail: QueuedMail | null): Promise<boolean>;
  preferences(usuarioId: string): Promise<Preferencias>;
  setPreferences(usuarioId: string, preferencias: Preferencias): Promise<void>;

  calls(nowMs: number, limit: number): Promise<OperatorCall[]>;
  /** The call was answered, or given up (`proximoMs` null), or comes again then. */
  settleCall(call: OperatorCall, proximoMs: number | null): Promise<void>;
}

export const NO_PREFERENCES: Preferencias = { correo: true, silenciadas: [], idioma: 'es' };
