import type { Pedido } from '../../../contract/recursos/pedido.ts';
import { cobrosOf, paidMs } from '../../../domain/money/payments.ts';
import { salesOf } from '../../../domain/money/share.ts';
import { addEncoded, addPart, addSums, noSums, type Sums } from '../../../domain/money/sums.ts';
import { makeLocalDay } from '../../../domain/resumen/dias.ts';
import type { ClosingFacts, Dated, Words } from '../../format.ts';
import { dayCell, moneyCell, numberCell, rowOf, STYLE, textCell, timeCell } from './cells.ts';

export const SUMMARY_WIDTHS = [30, 16, 16, 16];

const DATES: Record<Dated['fecha'], (pedido: Pedido) => number | null> = {
  creacion: ({ creado_en }) => Date.parse(creado_en),
  factura: ({ fiscal }) => (fiscal === null ? null : Date.parse(fiscal.factura_fecha)),
  pago: paidMs,
  cobro: paidMs,
};

/**
 * Sums the orders of a workbook up, or repeats the sums of its closing. Of orders, those that are not cancelled: by VAT rate,
 * payment method and day, and how they add up.
 * A file of payments by their moments has orders that were sold at others: these are left out, as the caja leaves them out.
 */
export const makeSummary = (
  words: Words,
  { timeZone, fecha, momento, closing }: Dated & { timeZone: string; closing: ClosingFacts | null },
) => {
  const isWithin = (ms: number): boolean =>
    momento === null || (ms >= (momento.desde ?? -Infinity) && ms < (momento.hasta ?? Infinity));
  const localDay = makeLocalDay(timeZone);
  const total = noSums();
  const days = new Map<string, Sums>();
  const monedas = new Set<string>();
  if (closing !== null) addEncoded(total, closing.sumas);

  const addOrder = (pedido: Pedido): void => {
    monedas.add(pedido.totales.moneda);
    const ms = DATES[fecha](pedido);
    if (ms !== null && isWithin(ms)) {
      const sums = salesOf(pedido);
      addSums(total, sums);
      addSums(days.getOrInsertComputed(localDay(ms), noSums), sums);
    }
    for (const { ms: at, metodo, cobradoCents, reembolsadoCents } of cobrosOf(pedido)) {
      if (!isWithin(at)) continue;
      addPart(total.cobros, metodo, [1, cobradoCents, reembolsadoCents]);
    }
  };

  return {
    /** Adds the orders of a slice, one a line. */
    add(lines: Uint8Array): void {
      if (closing !== null) return;
      for (const line of Buffer.from(lines).toString().split('\n')) {
        if (line !== '') addOrder(JSON.parse(line) as Pedido);
      }
    },
    /** The currency of all orders; null if they have several. */
    moneda: (): string | null => (monedas.size === 1 ? ([...monedas][0] ?? null) : null),
    rows: (): string =>
      [
        rowOf([textCell(words.title, STYLE.title)]),
        ...(closing === null ? [] : closingRows(closing, timeZone, words)),
        ...vatRows(total, words),
        ...methodRows(total, words),
        ...paymentRows(total, words),
        ...checkRows(total, words),
        ...(closing === null ? dayRows(days, words) : []),
      ].join(''),
  };
};

const closingRows = (
  { id, mes, creadoEn, sello }: ClosingFacts,
  timeZone: string,
  words: Words,
): string[] => [
  rowOf([textCell(words.closedMonth), textCell(mes)]),
  rowOf([textCell(words.closing), textCell(id)]),
  rowOf([textCell(words.closedAt), timeCell(creadoEn, timeZone)]),
  rowOf([textCell(words.seal), textCell(sello)]),
];

const heading = (name: string, ...columns: string[]): string[] => [
  rowOf([]),
  rowOf([name, ...columns].map((each) => textCell(each, STYLE.bold))),
];

const byRate = (a: [string, unknown], b: [string, unknown]) => Number(a[0]) - Number(b[0]);
const byName = (a: [string, unknown], b: [string, unknown]) => (a[0] < b[0] ? -1 : 1);

/** The last row of a table. */
const totalRow = (words: Words, ...cents: number[]): string =>
  rowOf([textCell(words.total, STYLE.bold), ...cents.map((each) => moneyCell(each, STYLE.sum))]);

const sumOf = (parts: Sums['iva'], at: number): number =>
  parts.values().reduce((sum, values) => sum + (values[at] ?? 0), 0);

const vatRows = ({ iva }: Sums, words: Words): string[] => [
  ...heading(words.vat, words.base, words.tax, words.gross),
  ...[...iva]
    .sort(byRate)
    .map(([rate, [, base = 0, tax = 0]]) =>
      rowOf([textCell(`${rate} %`), moneyCell(base), moneyCell(tax), moneyCell(base + tax)]),
    ),
  totalRow(words, sumOf(iva, 1), sumOf(iva, 2), sumOf(iva, 1) + sumOf(iva, 2)),
];

const methodRows = ({ metodo, pedidos, totalCents }: Sums, words: Words): string[] => [
  ...heading(words.method, words.orders, words.total),
  ...[...metodo]
    .sort(byName)
    .map(([name, [orders = 0, cents = 0]]) =>
      rowOf([textCell(words.methods[name] ?? name), numberCell(orders), moneyCell(cents)]),
    ),
  rowOf([
    textCell(words.total, STYLE.bold),
    numberCell(pedidos, STYLE.bold),
    moneyCell(totalCents, STYLE.sum),
  ]),
];

const paymentRows = ({ cobros }: Sums, words: Words): string[] => [
  ...heading(words.payments, words.received, words.refunded, words.net),
  ...[...cobros]
    .sort(byName)
    .map(([name, [, received = 0, refunded = 0]]) =>
      rowOf([
        textCell(words.methods[name] ?? name),
        moneyCell(received),
        moneyCell(refunded),
        moneyCell(received - refunded),
      ]),
    ),
  totalRow(words, sumOf(cobros, 1), sumOf(cobros, 2), sumOf(cobros, 1) - sumOf(cobros, 2)),
];

const checkRows = ({ iva, totalCents, propinaCents }: Sums, words: Words): string[] => {
  const [bases, taxes] = [sumOf(iva, 1), sumOf(iva, 2)];
  const rest = totalCents - bases - taxes - propinaCents;
  const lines: [string, number][] = [
    [words.base, bases],
    [words.tax, taxes],
    [words.tips, propinaCents],
  ];
  if (rest !== 0) lines.push([words.rest, rest]);
  return [
    ...heading(words.check),
    ...lines.map(([name, cents]) => rowOf([textCell(name), moneyCell(cents)])),
    totalRow(words, totalCents),
  ];
};

const dayRows = (days: ReadonlyMap<string, Sums>, words: Words): string[] => [
  ...heading(words.day, words.orders, words.total),
  ...[...days]
    .sort(byName)
    .map(([dia, { pedidos, totalCents }]) =>
      rowOf([dayCell(dia), numberCell(pedidos), moneyCell(totalCents)]),
    ),
];
