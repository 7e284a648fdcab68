import type { Dia } from '../resumen/dias.ts';

/** The human number of an order, `<YYYYMMDD>-<sequence>`, by the restaurant's own day. */
interface Numero {
  dia: Dia;
  n: number;
}

const formatNumero = ({ dia, n }: Numero): string => `${dia.replaceAll('-', '')}-${n}`;

/** Reads the day and sequence of a number that came with an order, so that ours never repeat it. */
export const readNumero = (numero: string | undefined): Numero | null => {
  const match = /^(\d{4})(\d{2})(\d{2})-(\d+)$/.exec(numero ?? '');
  return match === null
    ? null
    : { dia: `${match[1]}-${match[2]}-${match[3]}`, n: Number(match[4]) };
};

/**
 * No restaurant sells this many orders in a day. A longer sequence is some platform's own counter: ours will never
 * meet it, and continuing from it would outgrow the form of a number.
 */
const SEQUENCE_MAX = 999_999_999;

/** Numbers the orders of a batch. `known` holds the last numbers stored, `reserved` collects new ones. */
export const makeNumbering = (known: ReadonlyMap<Dia, number>, reserved: Map<Dia, number>) => {
  const last = (dia: Dia) => reserved.get(dia) ?? known.get(dia) ?? 0;
  return {
    next(dia: Dia): string {
      const n = last(dia) + 1;
      reserved.set(dia, n);
      return formatNumero({ dia, n });
    },
    note(numero: string | undefined): void {
      const given = readNumero(numero);
      if (given === null || given.n > SEQUENCE_MAX) return;
      if (given.n > last(given.dia)) reserved.set(given.dia, given.n);
    },
  };
};
