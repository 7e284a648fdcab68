import type { Pedido } from '../../contract/recursos/pedido.ts';
import type { Dia } from '../resumen/dias.ts';
import { QUARTER_MS } from '../time.ts';
import { cobrosOf, paidMs, sinPagarCents } from './payments.ts';
import { addPart, addSums, COBRO, type Ledger, noSums, type Sums } from './sums.ts';

/** Sums of one quarter of an hour or one day. `inicio` is the quarter's number since the epoch: in every zone, hours begin on one. */
export interface QuarterSums {
  ledger: Ledger;
  inicio: number;
  sums: Sums;
}
export interface DaySums {
  ledger: Ledger;
  dia: Dia;
  sums: Sums;
}

/** Changes of many orders, added up so that a batch touches each stored sum once. */
export interface MoneyDeltas {
  cuartos: Map<string, QuarterSums>;
  dias: Map<string, DaySums>;
}

export const noMoney = (): MoneyDeltas => ({ cuartos: new Map(), dias: new Map() });

/** Whether a change leaves all sums as they are, like most transitions. */
export const movesNoMoney = (before: Pedido, after: Pedido): boolean =>
  (before.estado === 'cancelado') === (after.estado === 'cancelado') &&
  before.totales === after.totales &&
  before.pago === after.pago &&
  before.fiscal === after.fiscal;

export const salesOf = (pedido: Pedido): Sums => {
  const sums = noSums();
  if (pedido.estado === 'cancelado') return { ...sums, cancelados: 1 };
  const { totales, pago, tipo, fiscal } = pedido;
  const { total_cents: totalCents } = totales;
  addPart(sums.metodo, pago.metodo, [1, totalCents]);
  addPart(sums.tipo, tipo, [1, totalCents]);
  for (const { tipo_porcentaje, base_cents, iva_cents } of totales.iva_desglose) {
    addPart(sums.iva, String(tipo_porcentaje), [1, base_cents, iva_cents]);
  }
  return {
    ...sums,
    pedidos: 1,
    totalCents,
    descuentoCents: totales.descuento_cents,
    propinaCents: totales.propina_cents,
    tarifaCents: totales.tarifa_reparto_cents,
    sinPagarCents: sinPagarCents(pedido),
    sinFacturaPedidos: fiscal === null ? 1 : 0,
    sinFacturaCents: fiscal === null ? totalCents : 0,
  };
};

/** Everything that an order adds to sums, each at its moment. */
function* sharesOf(pedido: Pedido): Generator<{ ledger: Ledger; ms: number; sums: Sums }> {
  const sums = salesOf(pedido);
  yield { ledger: 'creacion', ms: Date.parse(pedido.creado_en), sums };
  if (pedido.fiscal !== null) {
    yield { ledger: 'factura', ms: Date.parse(pedido.fiscal.factura_fecha), sums };
  }
  const paid = paidMs(pedido);
  if (paid !== null) yield { ledger: 'pago', ms: paid, sums };
  for (const { ms, metodo, cobradoCents, reembolsadoCents } of cobrosOf(pedido)) {
    const cobro = noSums();
    addPart(cobro.cobros, metodo, [1, cobradoCents, reembolsadoCents]);
    yield { ledger: COBRO, ms, sums: cobro };
  }
}

/** Adds an order to the deltas, or takes it out with `sign` −1. */
export const addToMoney = (
  { cuartos, dias }: MoneyDeltas,
  pedido: Pedido,
  localDay: (ms: number) => Dia,
  sign: 1 | -1,
): void => {
  for (const { ledger, ms, sums } of sharesOf(pedido)) {
    const inicio = Math.floor(ms / QUARTER_MS);
    const dia = localDay(ms);
    const cuarto = () => ({ ledger, inicio, sums: noSums() });
    addSums(cuartos.getOrInsertComputed(`${ledger} ${inicio}`, cuarto).sums, sums, sign);
    addSums(
      dias.getOrInsertComputed(`${ledger} ${dia}`, () => ({ ledger, dia, sums: noSums() })).sums,
      sums,
      sign,
    );
  }
};
