import type { Origen } from '../../contract/recursos/historial.ts';
import type { Period } from '../../domain/money/closing/month.ts';
import type { ClosingRow, GatheredRows } from '../../domain/money/closing/rows.ts';
import type { ClosingHead } from '../../domain/money/closing/seal.ts';
import type { AuditEntry } from './accounts.ts';

export interface Closing extends ClosingHead {
  sello: string;
  /** The closing that supersedes it. */
  sustituidoPor: string | null;
  /** Whether every order still counts what it counted. */
  intacto: boolean;
}

/** An order that counts something else than when its month was closed. `antes`, `despues`: JSON of `Contado`. */
export interface ClosingChange {
  pedidoId: string;
  numero: string;
  momento: string;
  origen: Origen;
  usuario: string | null;
  antes: string | null;
  despues: string | null;
}

/** A closing that is to be stored; the rest follows from those before it. */
export type ClosingDraft = Omit<ClosingHead, 'n' | 'sustituye' | 'filas' | 'sumas' | 'anterior'>;

/** Closings of one month and date at most: every one of them follows the orders from then on. */
export const CIERRES_DE_UN_MES_MAX = 20;

export interface ClosingStore {
  /**
   * Seals a month. `gathered` has its orders as of `secuencia` or later; the transaction adds those that have changed
   * since then, so that the closing holds at the moment of its commit.
   */
  create(
    draft: ClosingDraft,
    gathered: GatheredRows,
    secuencia: number,
    audit: (made: { sello: string; sustituye: string | null }) => AuditEntry,
  ): Promise<Closing | 'no_restaurant' | 'too_many'>;
  get(restauranteId: string, id: string): Promise<Closing | null>;
  /** Newest first: those before `beforeN`. */
  list(restauranteId: string, beforeN: number, limit: number): Promise<Closing[]>;
  /** The restaurant of a closing. */
  restaurantOf(id: string): Promise<string | null>;
  /** Rows in the order of their seal. */
  rows(restauranteId: string, id: string, after: string, limit: number): Promise<ClosingRow[]>;
  /** By order. */
  changes(
    restauranteId: string,
    id: string,
    after: string,
    limit: number,
  ): Promise<ClosingChange[]>;
  /** The closings of all restaurants that no longer hold and that no other supersedes. */
  moved(): Promise<{ restauranteId: string; id: string; mes: string; cambios: number }[]>;
}

/** A closing, to a change of an order. */
export type ClosingPeriod = Period & { id: string };
