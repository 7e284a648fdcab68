import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { FECHAS } from '../../../../src/contract/dinero/fechas.ts';
import { AGRUPACIONES, type Caja } from '../../../../src/contract/recursos/caja.ts';
import type { Pedido } from '../../../../src/contract/recursos/pedido.ts';
import { cajaOf, ledgersOf } from '../../../../src/domain/money/caja.ts';
import { piecesOf, type Span, spanOf } from '../../../../src/domain/money/span.ts';
import { DAY_MS } from '../../../../src/domain/time.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import { RESTAURANTE_ID, sampleRestaurante } from '../../../support/samples.ts';
import { CHANGE_MS, steps, toComando, ZONES } from '../../../support/values/money-lives.ts';
import { slowCaja } from '../../../support/values/money-oracle.ts';
import { forEveryAsync } from '../../../support/values/properties.ts';
import { allPedidos, type Engine, makeBench } from '../harness.ts';

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
          const comandos = life.map((step) => toComando(step));
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
