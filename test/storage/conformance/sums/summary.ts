import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ComandoPedido } from '../../../../src/contract/comandos.ts';
import {
  type Estado,
  type Pedido,
  TIPOS,
  type Tipo,
} from '../../../../src/contract/recursos/pedido.ts';
import { makeLocalDay } from '../../../../src/domain/resumen/dias.ts';
import { DAY_MS } from '../../../../src/domain/time.ts';
import type { SummaryTotals } from '../../../../src/storage/port/pedidos.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import {
  clientKeys,
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  sampleItems,
  samplePedido,
  sampleRestaurante,
  sampleTotales,
} from '../../../support/samples.ts';
import { forEveryAsync, weighted } from '../../../support/values/properties.ts';
import { allPedidos, type Engine, makeBench } from '../harness.ts';

const ZONES = ['Europe/Madrid', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati'];

export const summaryConformance = (engine: Engine): void => {
  describe(`${engine.name}: the summary`, () => {
    test('equals the sum of the orders after any commands', async () => {
      await forEveryAsync(
        15,
        fc.tuple(
          fc.array(steps, { minLength: 1, maxLength: 60 }),
          fc.constantFrom(...ZONES),
          fc.constantFrom(...ZONES),
        ),
        async ([life, zone, laterZone]) => {
          await using bench = await makeBench(engine);
          const { store } = bench;
          const save = (zona_horaria: string) =>
            store.cuentas.save(sampleRestaurante({ zona_horaria }), {});
          await save(zone);
          const comandos = life.map(toComando);
          for (let i = 0; i < comandos.length; i += 7) {
            await store.log.commit(RESTAURANTE_ID, comandos.slice(i, i + 7));
          }
          await assertSummaries(store, zone);
          await save(laterZone);
          await assertSummaries(store, laterZone);
          await store.log.commit(RESTAURANTE_ID, comandos.slice(0, 10));
          await assertSummaries(store, laterZone);
        },
      );
    });
  });
};

type Step =
  | { kind: 'crear'; n: number; days: number; tipo: Tipo; phone: number; estado: Estado }
  | { kind: 'cancelar' | 'rechazar' | 'entregar' | 'items'; n: number; amount: number };

const steps: fc.Arbitrary<Step> = weighted(
  [
    3,
    fc.record({
      kind: fc.constant('crear' as const),
      n: fc.integer({ min: 0, max: 25 }),
      days: fc.double({ min: -29, max: 1, noNaN: true }),
      tipo: fc.constantFrom(...TIPOS),
      phone: fc.integer({ min: 0, max: 5 }),
      estado: weighted(
        [4, fc.constant('pendiente' as const)],
        [1, fc.constantFrom('cancelado' as const, 'entregado' as const)],
      ),
    }),
  ],
  [
    2,
    fc.record({
      kind: fc.constantFrom(
        'cancelar' as const,
        'rechazar' as const,
        'entregar' as const,
        'items' as const,
      ),
      n: fc.integer({ min: 0, max: 25 }),
      amount: fc.integer({ min: 0, max: 9 }),
    }),
  ],
);

const toComando = (step: Step): ComandoPedido => {
  const id = `ped_${step.n}`;
  switch (step.kind) {
    case 'crear': {
      const telefono = step.phone === 0 ? '' : `60000000${step.phone}`;
      const email = step.phone === 1 ? 'a@b.example' : '';
      const creado_en = new Date(Math.round(NOW_MS + step.days * DAY_MS)).toISOString();
      const cliente = { nombre: 'N', telefono, email, consintio_marketing: false };
      const { tipo, estado } = step;
      return comando.crear(samplePedido({ id, tipo, estado, creado_en, cliente }));
    }
    case 'items': {
      const [item] = sampleItems();
      if (item === undefined) throw new Error('the sample has items');
      const items = [{ ...item, producto_id: `prod_${step.amount}`, cantidad: step.amount }];
      return comando.modificarItems(id, items, sampleTotales({ total_cents: step.amount * 100 }));
    }
    case 'entregar':
      return comando.avanzar(id, 'entregado');
    case 'cancelar':
      return comando.cancelar(id);
    case 'rechazar':
      return comando.rechazar(id);
  }
};

const assertSummaries = async (store: Store, zone: string) => {
  const pedidos = await allPedidos(store);
  for (const [from, to] of [
    ['2026-11-15', '2026-11-15'],
    ['2026-11-14', '2026-11-14'],
    ['2026-11-05', '2026-11-12'],
    ['2026-11-09', '2026-11-15'],
    ['2026-10-17', '2026-11-16'],
    ['2026-11-01', '2026-11-30'],
  ] as const) {
    const actual = await store.pedidos.summary(RESTAURANTE_ID, from, to);
    assert.deepEqual(actual, naiveSummary(pedidos, zone, from, to), `${zone} ${from}..${to}`);
  }
};

const naiveSummary = (
  pedidos: readonly Pedido[],
  zone: string,
  from: string,
  to: string,
): SummaryTotals => {
  const localDay = makeLocalDay(zone);
  const inWindow = pedidos.filter(({ creado_en }) => {
    const dia = localDay(Date.parse(creado_en));
    return dia >= from && dia <= to;
  });
  const sold = inWindow.filter((pedido) => pedido.estado !== 'cancelado');
  const productos = new Map<string, SummaryTotals['productos'][number]>();
  for (const item of sold.flatMap((pedido) => pedido.items)) {
    const { producto_id: productoId, nombre } = item;
    const sum = productos.get(productoId) ?? { productoId, nombre, unidades: 0, ventasCents: 0 };
    sum.unidades += item.cantidad;
    sum.ventasCents += item.total_cents;
    productos.set(productoId, sum);
  }
  const ofTipo = (tipo: Pedido['tipo']) => sold.filter((pedido) => pedido.tipo === tipo).length;
  const clientes = new Set(sold.map((pedido) => clientKeys(pedido.cliente)[0]));
  clientes.delete(undefined);
  return {
    pedidos: sold.length,
    cancelados: inWindow.length - sold.length,
    ventasCents: sold.reduce((sum, pedido) => sum + pedido.totales.total_cents, 0),
    reparto: ofTipo('reparto'),
    recogida: ofTipo('recogida'),
    mesa: ofTipo('mesa'),
    clientes: clientes.size,
    productos: [...productos.values()]
      .filter((producto) => producto.unidades > 0)
      .sort(
        (a, b) =>
          b.ventasCents - a.ventasCents ||
          b.unidades - a.unidades ||
          (a.productoId < b.productoId ? -1 : 1),
      )
      .slice(0, 10),
  };
};
