import type { Fecha } from '../../contract/dinero/fechas.ts';

/** Payments and refunds count by their own moment, whatever the date of their order. */
export const COBRO = 'cobro';
export type Ledger = Fecha | typeof COBRO;

/** Numbers by method, type or rate: a count first, then cents. A map, because clients name the payment methods. */
type Part = Map<string, number[]>;

/** Sums of money over some orders or payments. All of them add up: a day is the sum of its quarters of an hour. */
export interface Sums {
  pedidos: number;
  cancelados: number;
  totalCents: number;
  descuentoCents: number;
  propinaCents: number;
  tarifaCents: number;
  sinPagarCents: number;
  sinFacturaPedidos: number;
  sinFacturaCents: number;
  /** By payment method and by type: orders, total. */
  metodo: Part;
  tipo: Part;
  /** By rate: entries, base, tax. */
  iva: Part;
  /** By payment method: entries, received, given back. */
  cobros: Part;
}

const PARTS = ['metodo', 'tipo', 'iva', 'cobros'] as const;
const NUMBERS = [
  'pedidos',
  'cancelados',
  'totalCents',
  'descuentoCents',
  'propinaCents',
  'tarifaCents',
  'sinPagarCents',
  'sinFacturaPedidos',
  'sinFacturaCents',
] as const;

export const noSums = (): Sums => ({
  pedidos: 0,
  cancelados: 0,
  totalCents: 0,
  descuentoCents: 0,
  propinaCents: 0,
  tarifaCents: 0,
  sinPagarCents: 0,
  sinFacturaPedidos: 0,
  sinFacturaCents: 0,
  metodo: new Map(),
  tipo: new Map(),
  iva: new Map(),
  cobros: new Map(),
});

/** Entries that cancel each other out leave no trace. */
export const addPart = (
  part: Part,
  key: string,
  values: readonly number[],
  sign: 1 | -1 = 1,
): void => {
  const sum = part.get(key);
  if (sum === undefined) {
    part.set(
      key,
      values.map((value) => sign * value),
    );
    return;
  }
  for (const [i, value] of values.entries()) sum[i] = (sum[i] ?? 0) + sign * value;
  if (sum.every((value) => value === 0)) part.delete(key);
};

export const addSums = (into: Sums, from: Sums, sign: 1 | -1 = 1): void => {
  for (const name of NUMBERS) into[name] += sign * from[name];
  for (const name of PARTS) {
    for (const [key, values] of from[name]) addPart(into[name], key, values, sign);
  }
};

export const isNothing = (sums: Sums): boolean =>
  NUMBERS.every((name) => sums[name] === 0) && PARTS.every((name) => sums[name].size === 0);

/** The numbers, then the entries of each part. A busy year has 35,000 such texts, and names would be most of them. */
type Encoded = [numbers: number[], ...parts: [key: string, values: number[]][][]];

export const encodeSums = (sums: Sums): string => {
  const numbers = NUMBERS.map((name) => sums[name]);
  return JSON.stringify([numbers, ...PARTS.map((name) => [...sums[name]])] satisfies Encoded);
};

/** Adds sums as they are stored. */
export const addEncoded = (into: Sums, text: string): void => {
  const [numbers, ...parts] = JSON.parse(text) as Encoded;
  for (const [i, name] of NUMBERS.entries()) into[name] += numbers[i] ?? 0;
  for (const [i, name] of PARTS.entries()) {
    for (const [key, values] of parts[i] ?? []) addPart(into[name], key, values);
  }
};
