import type { Fecha } from '../../contract/recursos/caja.ts';

/** Payments and refunds count by their own moment, whatever the date of their order. */
export const COBRO = 'cobro';
export type Ledger = Fecha | typeof COBRO;

/** Counts first, then cents. */
type Parts = Record<string, readonly number[]>;

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
  metodo: Parts;
  tipo: Parts;
  /** By rate: entries, base, tax. */
  iva: Parts;
  /** By payment method: entries, received, given back. */
  cobros: Parts;
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
  metodo: {},
  tipo: {},
  iva: {},
  cobros: {},
});

/** Adds to a part; entries that cancel each other out leave no trace. */
export const addPart = (parts: Parts, key: string, values: readonly number[], sign: 1 | -1 = 1) => {
  // A client names the payment method: a key such as `__proto__` must be an ordinary one.
  const known = Object.hasOwn(parts, key) ? parts[key] : undefined;
  const sum = values.map((value, i) => (known?.[i] ?? 0) + sign * value);
  if (sum.every((value) => value === 0)) delete parts[key];
  else Object.defineProperty(parts, key, { value: sum, ...PLAIN });
};
const PLAIN = { enumerable: true, writable: true, configurable: true };

export const addSums = (into: Sums, from: Sums, sign: 1 | -1 = 1): void => {
  for (const name of NUMBERS) into[name] += sign * from[name];
  for (const name of PARTS) {
    for (const [key, values] of Object.entries(from[name])) {
      addPart(into[name], key, values, sign);
    }
  }
};

export const isNothing = (sums: Sums): boolean =>
  NUMBERS.every((name) => sums[name] === 0) &&
  PARTS.every((name) => Object.keys(sums[name]).length === 0);

/** Compact JSON: a busy year has 35,000 of them, and most fields of most are zero. */
export const encodeSums = (sums: Sums): string => {
  const parts = PARTS.map((name) => sums[name]);
  return JSON.stringify([NUMBERS.map((name) => sums[name]), ...parts]);
};

export const decodeSums = (text: string): Sums => {
  const [numbers, metodo, tipo, iva, cobros] = JSON.parse(text) as [
    number[],
    Parts,
    Parts,
    Parts,
    Parts,
  ];
  const sums = { ...noSums(), metodo, tipo, iva, cobros };
  for (const [i, name] of NUMBERS.entries()) sums[name] = numbers[i] ?? 0;
  return sums;
};
