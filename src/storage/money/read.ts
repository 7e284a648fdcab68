import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredSums } from '../../domain/money/caja.ts';
import { decodeSums, type Ledger } from '../../domain/money/sums.ts';
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

const toStored = ({ fecha: ledger, dia, inicio, sumas }: Row): StoredSums => {
  const sums = decodeSums(sumas);
  return dia === null ? { ledger, inicio, sums } : { ledger, dia, sums };
};

export const makeMoneyStore = ({ all }: Pick<Database, 'all'>): MoneyStore => ({
  async read(restauranteId, ledgers, { days, quarters }) {
    const { first, last } = days ?? NO_DAYS;
    const stored: StoredSums[] = [];
    for (let i = 0; i === 0 || i < quarters.length; i += 2) {
      // Others have their turn between the months of a year.
      if (i > 0) await nextTurn();
      const { from: from1, to: to1 } = quarters[i] ?? NO_QUARTERS;
      const { from: from2, to: to2 } = quarters[i + 1] ?? NO_QUARTERS;
      const windows = [from1, to1, from2, to2];
      const range = i === 0 ? [first, last] : [NO_DAYS.first, NO_DAYS.last];
      const rows = await all<Row>(READ, restauranteId, ledgers, ...range, ...windows);
      for (const row of rows) stored.push(toStored(row));
    }
    return stored;
  },
});
