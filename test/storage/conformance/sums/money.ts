import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ComandoPedido } from '../../../../src/contract/comandos.ts';
import { AGRUPACIONES, type Caja, FECHAS } from '../../../../src/contract/recursos/caja.ts';
import { type Pedido, TIPOS } from '../../../../src/contract/recursos/pedido.ts';
import { cajaOf, ledgersOf } from '../../../../src/domain/money/caja.ts';
import { piecesOf, type Span, spanOf } from '../../../../src/domain/money/span.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/domain/time.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import {
  comando,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
  sampleTotales,
} from '../../../support/samples.ts';
import { slowCaja } from '../../../support/values/money-oracle.ts';
import { forEveryAsync, weighted } from '../../../support/values/properties.ts';
import { allPedidos, type Engine, makeBench } from '../harness.ts';

/** With a change of the clocks in the middle of the lives of orders, at 1:00, 2:00 or 2:45, or without one. */
const ZONES = ['Europe/Madrid', 'America/St_Johns', 'Pacific/Chatham', 'Asia/Kathmandu'];
const CHANGE_MS = Date.parse('2026-10-25T01:00:00Z');

export const moneyConformance = (engine: Engine): void => {
  describe(`${engine.name}: sums of money`, () => {
    test('equal the orders and payments themselves, to the cent, after any lives of orders', async () => {
      await forEveryAsync(
        15,
        fc.tuple(
          fc.array(steps, { minLength: 1, maxLength: 60 }),
          fc.array(asked, { minLength: 12, maxLength: 12 }),
          fc.constantFrom(...ZONES),
          fc.constantFrom(...ZONES),
        ),
        async ([life, questions, zone, laterZone]) => {
          await using bench = await makeBench(engine);
          const { store } = bench;
          const save = (zona_horaria: string) =>
            store.cuentas.save(sampleRestaurante({ zona_horaria }), {});
          await save(zone);
          const comandos = life.map(toComando);
          for (let i = 0; i < comandos.length; i += 7) {
            await store.log.commit(RESTAURANTE_ID, comandos.slice(i, i + 7));
          }
          const pedidos = await allPedidos(store);
          for (const question of questions) await assertCaja(store, pedidos, question, zone);
          await save(laterZone);
          for (const question of questions) await assertCaja(store, pedidos, question, laterZone);
        },
      );
    });
  });
};

type Question = { from: number; days: number; hour: number; corte: number } & {
  fecha: Caja['fecha'];
  agrupar: (typeof AGRUPACIONES)[number] | null;
};

const asked: fc.Arbitrary<Question> = fc.record({
  from: fc.integer({ min: -40, max: 3 }),
  days: fc.integer({ min: 1, max: 60 }),
  /** −1: whole days. */
  hour: fc.constantFrom(-1, -1, 0, 3, 20),
  corte: fc.constantFrom(0, 0, 5 * 60, 45),
  fecha: fc.constantFrom(...FECHAS),
  agrupar: fc.constantFrom(null, ...AGRUPACIONES),
});

const readCaja = async (store: Store, span: Span, question: Question, zone: string) => {
  const { fecha, corte, agrupar } = question;
  const pieces = piecesOf(span, { zone, corte }, agrupar);
  const stored = await store.money.read(RESTAURANTE_ID, ledgersOf(fecha), pieces);
  return cajaOf(stored, span, { fecha, moneda: 'EUR', zone, isGrouped: agrupar !== null });
};

const assertCaja = async (
  store: Store,
  pedidos: readonly Pedido[],
  question: Question,
  zone: string,
): Promise<void> => {
  const day = (n: number) => new Date(CHANGE_MS + n * DAY_MS).toISOString().slice(0, 10);
  const hour = question.hour < 0 ? '' : `T${String(question.hour).padStart(2, '0')}:00`;
  const { from, days, corte, fecha, agrupar } = question;
  const range = { desde: `${day(from)}${hour}`, hasta: `${day(from + days)}${hour}`, agrupar };
  const span = spanOf(range, { zone, corte });
  if (typeof span === 'string') throw new Error(span);
  const { grupos, ventas, cobros, cuadre } = await readCaja(store, span, question, zone);
  const { startMs, endMs } = span;
  const told = JSON.stringify({ ...question, zone });
  assert.deepEqual({ ventas, cobros, cuadre }, slowCaja(pedidos, { startMs, endMs, fecha }), told);
  for (const group of grupos ?? []) {
    const { desde, hasta, ...sums } = group;
    const bounds = { startMs: Date.parse(desde), endMs: Date.parse(hasta) };
    assert.deepEqual(sums, slowCaja(pedidos, { ...bounds, fecha }), `${told} ${desde}`);
  }
  assert.equal(grupos === undefined, agrupar === null);
};

type Step =
  | { kind: 'crear'; n: number; hours: number; amount: number; metodo: string; rates: number[] }
  | { kind: 'pagos'; n: number; estado: string; entries: Payment[] }
  | { kind: 'factura'; n: number; hours: number | null }
  | { kind: 'items' | 'cancelar' | 'entregar'; n: number; amount: number };
type Payment = { hours: number; cents: number; estado: string; metodo: string };

const n = fc.integer({ min: 0, max: 20 });
/** Hours around the change of the clocks, in quarters and off them. */
const hours = fc.oneof(
  fc.integer({ min: -8, max: 8 }),
  fc.double({ min: -30 * 24, max: 40, noNaN: true }),
);
const amount = fc.integer({ min: 0, max: 5_000 });
const metodo = fc.constantFrom('efectivo', 'tarjeta', 'online', 'vale', '__proto__');
const estado = fc.constantFrom('pendiente', 'pagado', 'fallido', 'reembolsado', 'raro');
const rates = fc.uniqueArray(fc.constantFrom(0, 4, 5.5, 10, 21), { maxLength: 3 });

const steps: fc.Arbitrary<Step> = weighted(
  [3, fc.record({ kind: fc.constant('crear' as const), n, hours, amount, metodo, rates })],
  [
    3,
    fc.record({
      kind: fc.constant('pagos' as const),
      n,
      estado,
      entries: fc.array(fc.record({ hours, cents: amount, estado, metodo }), { maxLength: 4 }),
    }),
  ],
  [
    1,
    fc.record({
      kind: fc.constant('factura' as const),
      n,
      hours: fc.option(hours),
    }),
  ],
  [
    2,
    fc.record({
      kind: fc.constantFrom('items' as const, 'cancelar' as const, 'entregar' as const),
      n,
      amount,
    }),
  ],
);

const at = (offsetHours: number): string =>
  new Date(Math.round(CHANGE_MS + offsetHours * HOUR_MS)).toISOString();

const totales = (total_cents: number, of: readonly number[]) =>
  sampleTotales({
    total_cents,
    descuento_cents: total_cents % 7,
    propina_cents: total_cents % 11,
    iva_desglose: of.map((tipo_porcentaje) => {
      const base_cents = Math.floor(total_cents / (of.length + 1));
      return { tipo_porcentaje, base_cents, iva_cents: Math.round(base_cents / 10) };
    }),
  });

const toComando = (step: Step): ComandoPedido => {
  const id = `ped_${step.n}`;
  switch (step.kind) {
    case 'crear': {
      const tipo = TIPOS[step.n % TIPOS.length] ?? 'mesa';
      const pago = {
        metodo: step.metodo,
        estado: step.amount % 3 === 0 ? 'pagado' : 'pendiente',
        proveedor: '',
        referencia_externa: '',
        pagos: [],
      };
      const creado_en = at(step.hours);
      const given = { id, tipo, creado_en, pago, totales: totales(step.amount, step.rates) };
      return comando.crear(samplePedido(given));
    }
    case 'pagos': {
      const pagos = step.entries.map(({ hours: offset, cents, estado: state, metodo: method }) => ({
        metodo: method,
        importe_cents: cents,
        estado: state,
        referencia_externa: null,
        momento: at(offset),
      }));
      return comando.anotar(id, { pago: { estado: step.estado, pagos } });
    }
    case 'factura': {
      const fiscal = {
        factura_numero: `F-${step.n}`,
        factura_fecha: at(step.hours ?? 0),
        factura_pdf: 'https://example.com/f.pdf',
      };
      return comando.anotar(id, { fiscal: step.hours === null ? null : fiscal });
    }
    case 'items':
      return comando.modificarItems(id, [], totales(step.amount, [10, 21]));
    case 'entregar':
      return comando.avanzar(id, 'entregado');
    case 'cancelar':
      return comando.cancelar(id);
  }
};
