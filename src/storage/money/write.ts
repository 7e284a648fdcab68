import {
  type DaySums,
  type MoneyDeltas,
  noMoney,
  type QuarterSums,
} from '../../domain/money/share.ts';
import {
  addEncoded,
  encodeSums,
  isNothing,
  type Ledger,
  noSums,
  type Sums,
} from '../../domain/money/sums.ts';
import type { Dia } from '../../domain/resumen/dias.ts';
import { QUARTER_MS } from '../../domain/time.ts';
import { insert, lookup, rows, type Step, send, type Work } from '../database.ts';

// A sum is one text and not a column for each method and rate: a command reads and writes two rows for each date that it
// touches, where a row for each of them would be ten, and it holds the restaurant's lock anyway.

const CUARTOS = {
  table: 'caja_cuartos',
  columns: { fecha: 'text', inicio: 'bigint', sumas: 'text' },
  onConflict: 'ON CONFLICT (restaurante_id, fecha, inicio) DO UPDATE SET sumas = excluded.sumas',
} as const;
const DIAS = {
  table: 'caja_dias',
  columns: { fecha: 'text', dia: 'text', sumas: 'text' },
  onConflict: 'ON CONFLICT (restaurante_id, fecha, dia) DO UPDATE SET sumas = excluded.sumas',
} as const;
const READ_CUARTO = {
  key: { fecha: 'text', inicio: 'bigint' },
  sql: `SELECT c.fecha, c.inicio, c.sumas FROM caja_cuartos c
    WHERE c.restaurante_id = $1 AND c.fecha = k.fecha AND c.inicio = k.inicio`,
} as const;
const READ_DIA = {
  key: { fecha: 'text', dia: 'text' },
  sql: `SELECT d.fecha, d.dia, d.sumas FROM caja_dias d
    WHERE d.restaurante_id = $1 AND d.fecha = k.fecha AND d.dia = k.dia`,
} as const;

export const MONEY_TARGETS = [CUARTOS, DIAS];
export const MONEY_LOOKUPS = [READ_CUARTO, READ_DIA];

interface StoredCuarto {
  fecha: Ledger;
  inicio: number;
  sumas: string;
}
interface StoredDia {
  fecha: Ledger;
  dia: Dia;
  sumas: string;
}

/** The changes that are left: an order that moved within a sum left none. */
const changesOf = ({ cuartos, dias }: MoneyDeltas) => ({
  cuartos: cuartos.values().filter(({ sums }) => !isNothing(sums)),
  dias: dias.values().filter(({ sums }) => !isNothing(sums)),
});

export const readCuartos = (restauranteId: string, deltas: MoneyDeltas): Step<StoredCuarto[]> => {
  const keys = changesOf(deltas).cuartos.map(({ ledger, inicio }) => [ledger, inicio]);
  return lookup(READ_CUARTO, restauranteId, [...keys]);
};

export const readDias = (restauranteId: string, deltas: MoneyDeltas): Step<StoredDia[]> => {
  const keys = changesOf(deltas).dias.map(({ ledger, dia }) => [ledger, dia]);
  return lookup(READ_DIA, restauranteId, [...keys]);
};

/** Adds what is stored to the change, which nobody needs any more. */
const sumOf = (stored: string | undefined, delta: Sums): string => {
  if (stored !== undefined) addEncoded(delta, stored);
  return encodeSums(delta);
};

/** Adds changes to the stored sums, which `readCuartos` and `readDias` have read. */
export function* writeMoney(
  restauranteId: string,
  deltas: MoneyDeltas,
  cuartos: readonly StoredCuarto[],
  dias: readonly StoredDia[],
): Work<void> {
  const changes = changesOf(deltas);
  const known = new Map([
    ...cuartos.map(({ fecha, inicio, sumas }) => [`${fecha} ${inicio}`, sumas] as const),
    ...dias.map(({ fecha, dia, sumas }) => [`${fecha} ${dia}`, sumas] as const),
  ]);
  const quarterRow = ({ ledger, inicio, sums }: QuarterSums) => [
    ledger,
    inicio,
    sumOf(known.get(`${ledger} ${inicio}`), sums),
  ];
  const dayRow = ({ ledger, dia, sums }: DaySums) => [
    ledger,
    dia,
    sumOf(known.get(`${ledger} ${dia}`), sums),
  ];
  yield* insert(CUARTOS, restauranteId, [...changes.cuartos.map(quarterRow)]);
  yield* insert(DIAS, restauranteId, [...changes.dias.map(dayRow)]);
}

const CLEAR_DIAS = 'DELETE FROM caja_dias WHERE restaurante_id = $1 AND dia >= $2';
const READ_FROM = `
  SELECT fecha, inicio, sumas FROM caja_cuartos
  WHERE restaurante_id = $1 AND (fecha, inicio) > (CAST($2 AS text), CAST($3 AS bigint)) AND inicio >= $4
  ORDER BY fecha, inicio LIMIT 0 + $5`;
const CUARTOS_PER_READ = 5_000;

/** A new time zone moves orders to other days, but to no other quarter of an hour: the days are added up again from them. */
export function* rebuildMoneyDays(
  restauranteId: string,
  from: { dia: Dia; ms: number },
  localDay: (ms: number) => Dia,
): Work<void> {
  yield* send(CLEAR_DIAS, restauranteId, from.dia);
  const { dias } = noMoney();
  let after: Pick<StoredCuarto, 'fecha' | 'inicio'> | undefined = {
    fecha: '' as Ledger,
    inicio: 0,
  };
  while (after !== undefined) {
    const some: StoredCuarto[] = yield* rows<StoredCuarto>(
      READ_FROM,
      restauranteId,
      after.fecha,
      after.inicio,
      Math.floor(from.ms / QUARTER_MS),
      CUARTOS_PER_READ,
    );
    for (const { fecha: ledger, inicio, sumas } of some) {
      const dia = localDay(inicio * QUARTER_MS);
      const day = dias.getOrInsertComputed(`${ledger} ${dia}`, () => ({
        ledger,
        dia,
        sums: noSums(),
      }));
      addEncoded(day.sums, sumas);
    }
    after = some.length < CUARTOS_PER_READ ? undefined : some.at(-1);
  }
  yield* writeMoney(restauranteId, { cuartos: new Map(), dias }, [], []);
}
