import type { TipoRegistrado } from '../../contract/recursos/evento.ts';
import type { ComandoLog } from '../../domain/cliente/olvido.ts';
import type { Answer } from '../../domain/log/batch.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Body } from './body.ts';

/** The log: the only way in for orders. */
export interface LogStore {
  /**
   * Carries out commands of one restaurant in one transaction, in the order given and after all that
   * were handed over before. Resolves with an answer for each once all that was accepted is on disk.
   * Group commit: what is handed over while a transaction is under way shares the next one, up to a
   * bound on commands and on `bytes`, the size of the commands as JSON.
   */
  commit(restauranteId: string, comandos: readonly ComandoLog[], bytes?: number): Promise<Answer[]>;
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
   * Changes when another server may have answered the last `position` or carried out the last `commit`: a standby that lacked
   * the last commits gives their sequences and versions out again.
   */
  epoch(): number;
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
export type EventFilter = { tipos: readonly TipoRegistrado[]; upTo: number };

/** Events owed to a webhook are kept so much longer. Not for ever: one that nobody looks after would make its log grow. */
export const OWED_EXTRA_MS = 60 * DAY_MS;

export interface StoredEvent {
  secuencia: number;
  id: string;
  tipo: TipoRegistrado;
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
