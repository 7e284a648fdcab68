import type { StoredSums } from '../../domain/money/caja.ts';
import type { Pieces } from '../../domain/money/span.ts';
import type { Ledger } from '../../domain/money/sums.ts';

/** The sums of money, kept in the transaction of each order: their cost follows days, not orders. */
export interface MoneyStore {
  read(
    restauranteId: string,
    ledgers: readonly Ledger[],
    pieces: readonly Pieces[],
  ): Promise<StoredSums[]>;
}
