import type { TipoRegistrado } from '../../contract/recursos/evento.ts';
import type { ComandoLog } from '../../domain/cliente/olvido.ts';
import type { Answer } from '../../domain/log/batch.ts';
import { DAY_MS } from '../../domain/time.ts';
import type { Body } from './body.ts';

/** The log: the only way in for orders. */
export interface LogStore {
  /**
   * Carries out commands of one restaurant in one transaction, in the order given and after all that
   * were handed over before. Resolves with an answer for each once all accepted commands are on disk.
   * Group commit: commands that arrive while a transaction is under way share the next one, up to a
   * bound on their number and on `bytes`, their size as JSON.
   */
  commit(restauranteId: string, comandos: readonly ComandoLog[], bytes?: number): Promise<Answer[]>;
  /** Events after a sequence, ascending; `only` selects some. The events that are kept have no gap. */
  events(
    restauranteId: string,
    after: number,
    limit: number,
    only?: EventFilter,
  ): Promise<StoredEvent[]>;
  /**
   * Deletes at most `limit` events from before `beforeMs`, the oldest first. The newest event stays, and
   * so do events still owed to a webhook. Resolves with how many it deleted.
   */
  prune(restauranteId: string, beforeMs: number, limit: number): Promise<number>;
  /** Where the log stands, or null for an unknown restaurant. */
  position(restauranteId: string): Promise<LogPosition | null>;
  /** Positions of several logs at once; unknown restaurants are left out. */
  positions(restauranteIds: readonly string[]): Promise<Map<string, LogPosition>>;
  /**
   * Changes when another server may have answered the last `position` or carried out the last `commit`. After a failover, a
   * standby that lacked the last commits gives out their sequences and versions again.
   */
  epoch(): number;
  /**
   * Calls `onMoved` with a restaurant whose log has new events, soon after the commit of whichever process; null: any log may
   * have some. Each call is only a hint, at most a second late: it may stand for many commits or for none. It may bring
   * the new events along, without a gap among them. Returns a function that stops the calls. `onMoved` must not throw.
   */
  watch(onMoved: OnMoved): () => void;
}

export type OnMoved = (restauranteId: string | null, events?: readonly StoredEvent[]) => void;

/** Only events of these types, up to a sequence that bounds how many rows are scanned. */
export type EventFilter = { tipos: readonly TipoRegistrado[]; upTo: number };

/** How much longer events owed to a webhook are kept. Not for ever: a webhook that nobody looks after would make the log grow. */
export const OWED_EXTRA_MS = 60 * DAY_MS;

export interface StoredEvent {
  secuencia: number;
  id: string;
  tipo: TipoRegistrado;
  /** When it was committed, by the clock of the process that committed it. */
  creadoMs: number;
  body: Body;
}

export interface LogPosition {
  secuencia: number;
  logTag: string;
  /** Grows with every commit that changed an order, even if it emitted no event. */
  version: number;
}
