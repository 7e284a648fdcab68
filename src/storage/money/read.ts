import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredSums } from '../../domain/money/caja.ts';
import type { Ledger } from '../../domain/money/sums.ts';
import type { Dia } from '../../domain/resumen/dias.ts';
import type { Database } from '../database.ts';
import type { MoneyStore } from '../port/money.ts';

/** Days and the quarters of an hour at both ends in one statement, so that they are of the same moment. */
const READ = `
  SELECT fecha, dia, 0 AS inicio, sumas FROM caja_dias
  WHERE restaurante_id = $1 AND fecha = ANY ($2::text[]) AND dia BETWEEN $3 AND $4
  UNION ALL
  SELECT fecha, NULL, inicio, sumas FROM caja_cuartos
  WHERE restaurante_id = $1 AND fecha = ANY ($2::text[]) AND inicio >= $5 AND inicio < $6
  UNION ALL
  SELECT fecha, NULL, inicio, sumas FROM caja_cuartos
  WHERE restaurante_id = $1 AND fecha = ANY ($2::text[]) AND inicio >= $7 AND inicio < $8`;

interface Row {
  fecha: Ledger;
  dia: Dia | null;
  inicio: number;
  sumas: string;
}

const NO_DAYS = { first: '1', last: '0' };
const NO_QUARTERS = { from: 0, to: 0 };

const toStored = ({ fecha: ledger, dia, inicio, sumas }: Row): StoredSums =>
  dia === null ? { ledger, inicio, sumas } : { ledger, dia, sumas };

export const makeMoneyStore = ({ all }: Pick<Database, 'all'>): MoneyStore => ({
  async read(restauranteId, ledgers, pieces) {
    const stored: StoredSums[] = [];
    for (const { days, quarters } of pieces) {
      // Others have their turn between the months of a year.
      if (stored.length > 0) await nextTurn();
      const { first, last } = days ?? NO_DAYS;
      const [before = NO_QUARTERS, after = NO_QUARTERS] = quarters;
      const windows = [before.from, before.to, after.from, after.to];
      const rows = await all<Row>(READ, restauranteId, ledgers, first, last, ...windows);
      for (const row of rows) stored.push(toStored(row));
    }
    return stored;
  },
});
