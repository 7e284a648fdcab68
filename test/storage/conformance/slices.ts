import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { FECHAS } from '../../../src/contract/dinero/fechas.ts';
import type { Evento } from '../../../src/contract/recursos/evento.ts';
import { type Pedido, TIPOS } from '../../../src/contract/recursos/pedido.ts';
import { UNFILTERED } from '../../../src/domain/pedido/filtros.ts';
import { invoiceKey } from '../../../src/domain/pedido/referencias.ts';
import { HOUR_MS } from '../../../src/domain/time.ts';
import type { PedidoFilter, SliceBy } from '../../../src/storage/port/pedidos.ts';
import { comando, NOW_MS, RESTAURANTE_ID, samplePedidoEntero } from '../../support/samples.ts';
import { forEveryAsync } from '../../support/values/properties.ts';
import { accept, allPedidos, type Bench, type Engine, json, makeBench } from './harness.ts';

const ORDERS = 240;
const HOURS = 72;
const at = (hours: number): string => new Date(NOW_MS + hours * HOUR_MS).toISOString();

const cobro = (hours: number, estado = 'pagado') => ({
  ...{ metodo: 'tarjeta', importe_cents: 100, estado },
  ...{ referencia_externa: null, momento: at(hours) },
});

/** Invoices and payments lie apart from the creation of their orders, or are missing. */
const pedidoAt = (i: number): Pedido => {
  const hours = (i * 31) % HOURS;
  const times = [[], [hours + 1], [hours + 40, hours - 30], [hours + 5]][i % 4] ?? [];
  const pagos = times.map((each) => cobro(each, i % 8 === 3 ? 'fallido' : 'pagado'));
  const tipo = TIPOS[i % TIPOS.length] ?? 'mesa';
  return samplePedidoEntero({
    ...{ id: `ped_${String((i * 7) % ORDERS).padStart(4, '0')}`, tipo, creado_en: at(hours) },
    pago: {
      ...{
        metodo: i % 3 === 0 ? 'efectivo' : 'tarjeta',
        estado: i % 5 === 0 ? 'pagado' : 'pendiente',
      },
      ...{ proveedor: '', referencia_externa: '', pagos },
    },
    fiscal:
      i % 3 === 1
        ? null
        : {
            factura_numero: `F-${i}`,
            factura_fecha: at((i * 13) % HOURS),
            factura_pdf: 'https://facturas.example/1.pdf',
          },
  });
};

/** The last change of each order, by the log itself. */
type Changes = Map<string, Pick<Evento, 'creado_en' | 'secuencia'>>;

const instants = fc.option(
  fc.integer({ min: -40, max: HOURS + 50 }).map((hours) => NOW_MS + hours * HOUR_MS),
);
const asked = fc.record({
  fecha: fc.constantFrom(...FECHAS, 'cobro' as const),
  desde: instants,
  hasta: instants,
  tipo: fc.option(fc.constantFrom(...TIPOS)),
  metodo_pago: fc.option(fc.constantFrom('efectivo', 'tarjeta')),
  factura: fc.option(fc.constantFrom('F3', 'F8'), { freq: 8 }),
  cambiado: fc.option(
    fc.oneof(
      fc.integer({ min: 0, max: ORDERS + 40 }).map((secuencia) => ({ secuencia })),
      fc.integer({ min: -1, max: 5 }).map((hours) => ({ ms: NOW_MS + hours * HOUR_MS })),
    ),
  ),
  limit: fc.integer({ min: 1, max: 40 }),
});
type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never;

/** The moments at which an order has the date that is asked for. */
const datesOf = ({ creado_en, fiscal, pago }: Pedido, fecha: SliceBy['fecha']): number[] => {
  const paid = pago.pagos.filter(({ estado }) => estado === 'pagado');
  const last = Math.max(...paid.map(({ momento }) => Date.parse(momento)));
  if (fecha === 'creacion') return [Date.parse(creado_en)];
  if (fecha === 'factura') return fiscal === null ? [] : [Date.parse(fiscal.factura_fecha)];
  if (fecha === 'cobro') return pago.pagos.map(({ momento }) => Date.parse(momento));
  if (pago.pagos.length === 0) return pago.estado === 'pagado' ? [Date.parse(creado_en)] : [];
  return paid.length === 0 ? [] : [last];
};

const matches = (wanted: Asked, changes: Changes) => (pedido: Pedido) => {
  const { fecha, desde, hasta, tipo, metodo_pago, factura, cambiado } = wanted;
  const dates = datesOf(pedido, fecha);
  const change = changes.get(pedido.id);
  assert.ok(change);
  return (
    dates.length > 0 &&
    (desde === null || Math.max(...dates) >= desde) &&
    (hasta === null || Math.min(...dates) < hasta) &&
    (tipo === null || tipo === pedido.tipo) &&
    (metodo_pago === null || metodo_pago === pedido.pago.metodo) &&
    (factura === null || pedido.fiscal?.factura_numero.replace('-', '') === factura) &&
    (cambiado === null ||
      ('ms' in cambiado
        ? Date.parse(change.creado_en) >= cambiado.ms
        : change.secuencia > cambiado.secuencia))
  );
};

export const slicesConformance = (engine: Engine): void => {
  describe(`${engine.name}: slices by other dates, and by the last change`, () => {
    let bench: Bench;
    let model: Pedido[];
    const changes: Changes = new Map();

    before(async () => {
      bench = await makeBench(engine);
      const { store, clock } = bench;
      const pedidos = Array.from({ length: ORDERS }, (_, i) => pedidoAt(i));
      await accept(
        store,
        pedidos.map((pedido) => comando.importar(pedido, [])),
      );
      for (const hour of [1, 2, 3]) {
        clock.set(NOW_MS + hour * HOUR_MS);
        const some = pedidos.filter((_, i) => i % 19 === hour);
        await accept(
          store,
          some.flatMap(({ id }) => [
            comando.anotar(id, {
              fiscal: hour === 2 ? null : { ...pedidoAt(0).fiscal, factura_fecha: at(hour) },
            }),
            comando.anotar(id, { pago: { pagos: [cobro(hour * 9)] } }),
          ]),
        );
      }
      model = (await allPedidos(store)).sort((a, b) => (a.id < b.id ? -1 : 1));
      for (const { body } of await store.log.events(RESTAURANTE_ID, 0, 10 * ORDERS)) {
        const { creado_en, secuencia, datos } = json<Evento>(body);
        changes.set(datos.pedido.id, { creado_en, secuencia });
      }
    });
    after(() => bench[Symbol.asyncDispose]());

    test('have each matching order once, upwards, with its last change in front', async () => {
      await forEveryAsync(150, asked, async (wanted) => {
        const { fecha, cambiado, limit, ...given } = wanted;
        const { factura } = given;
        const filter: PedidoFilter = {
          restauranteId: RESTAURANTE_ID,
          ...UNFILTERED,
          ...given,
          factura: factura === null ? null : invoiceKey(factura),
        };
        const by: SliceBy = { fecha, cambiado, withChange: true };
        const found: string[] = [];
        for (let reached: string | null = ''; reached !== null; ) {
          const slice = await bench.store.pedidos.slice(filter, reached, limit, by);
          const lines = Buffer.from(slice.lines).toString().split('\n').slice(0, -1);
          assert.ok(lines.length <= limit);
          found.push(...lines);
          reached = slice.last;
        }
        const expected = model.filter(matches(wanted, changes)).map((pedido) => {
          const { creado_en: cambiado_en, secuencia } = changes.get(pedido.id) ?? {};
          return JSON.stringify({ cambiado_en, secuencia, ...pedido });
        });
        assert.deepEqual(found, expected);
      });
    });
  });
};
