import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { QUARTER_MS } from '../../../src/storage/port/panel.ts';
import { column, columns } from '../../support/columns.ts';
import {
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../../support/samples.ts';
import { accept, auditEntry, type Engine, llave, testOn } from './harness.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const OTHER = 'rest_otro';

export const figuresConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: figures of the panel`, () => {
    test('uses of keys are added up per day, of one restaurant', async (bench) => {
      const { usos } = bench.store;
      const uso = { restauranteId: RESTAURANTE_ID, llaveId: 'llv_b', dia: 20_000 };
      const counts = { peticiones: 5, limitadas: 2, errores: 1 };
      await usos.add([
        { ...uso, ...counts },
        { ...uso, llaveId: 'llv_a', ...counts },
        { ...uso, dia: 19_999, ...counts },
        { ...uso, restauranteId: OTHER, ...counts },
      ]);
      await (await bench.another()).usos.add([{ ...uso, ...counts }]);
      const twice = { peticiones: 10, limitadas: 4, errores: 2 };
      assert.deepEqual(await usos.list(RESTAURANTE_ID, 20_000), [
        { ...uso, llaveId: 'llv_a', ...counts },
        { ...uso, ...twice },
      ]);
      assert.equal((await usos.list(RESTAURANTE_ID, 0)).length, 3);
      assert.deepEqual(await usos.list('rest_nadie', 0), []);
    });

    test('quarters of an hour and local days add up the sales', async ({ store }) => {
      await store.cuentas.save(sampleRestaurante({ id: OTHER }), { ingesta: true });
      const startMs = Math.floor(NOW_MS / QUARTER_MS) * QUARTER_MS;
      const at = (ms: number, cents: number) => {
        const pedido = samplePedido({ creado_en: iso(ms) });
        return comando.crear({ ...pedido, totales: { ...pedido.totales, total_cents: cents } });
      };
      const [, , cancelled = ''] = await accept(store, [
        at(startMs, 100),
        at(startMs + QUARTER_MS - 1, 20),
        at(startMs + QUARTER_MS, 3),
        at(startMs + 2 * QUARTER_MS, 7_000),
        at(startMs - 1, 40_000),
      ]);
      await accept(store, [comando.avanzar(cancelled, 'cancelado')]);
      await accept(store, [comando.crear(samplePedido(), { restaurante_id: OTHER })], OTHER);
      assert.deepEqual(
        await store.consultas.quarters(RESTAURANTE_ID, startMs, startMs + 2 * QUARTER_MS),
        [
          { inicioMs: startMs, pedidos: 2, cancelados: 0, ventasCents: 120 },
          { inicioMs: startMs + QUARTER_MS, pedidos: 0, cancelados: 1, ventasCents: 0 },
        ],
      );
      assert.deepEqual(await store.consultas.quarters('rest_nadie', 0, NOW_MS), []);
      const days = await store.consultas.days(RESTAURANTE_ID, '0000-01-01', '9999-01-01');
      assert.equal(
        days.reduce((sum, day) => sum + day.ventasCents, 0),
        47_120,
      );
      assert.deepEqual(column(days, 'dia'), days.map(({ dia }) => dia).toSorted());
      const [first] = days;
      assert.ok(first);
      assert.deepEqual(Object.keys(first).toSorted(), [
        ...['cancelados', 'dia', 'mesa', 'pedidos', 'recogida', 'reparto', 'ventasCents'],
      ]);
      assert.deepEqual(await store.consultas.days(RESTAURANTE_ID, '0000-01-01', '0000-01-02'), []);
    });

    test('the events of one order are listed in sequence', async ({ store }) => {
      const [a = '', b = ''] = await accept(store, [
        comando.crear(samplePedido()),
        comando.crear(samplePedido()),
      ]);
      await accept(store, [comando.avanzar(a, 'confirmado'), comando.avanzar(b, 'confirmado')]);
      await accept(store, [comando.avanzar(a, 'en_preparacion')]);
      const events = await store.consultas.eventsOf(RESTAURANTE_ID, a, 10);
      assert.deepEqual(columns(events, 'secuencia', 'tipo', 'creadoMs'), [
        [1, 'pedido.nuevo', NOW_MS],
        [3, 'pedido.aceptado', NOW_MS],
        [5, 'pedido.estado_cambiado', NOW_MS],
      ]);
      const [first] = await store.log.events(RESTAURANTE_ID, 0, 1);
      assert.equal(events[0]?.id, first?.id);
      assert.equal((await store.consultas.eventsOf(RESTAURANTE_ID, a, 2)).length, 2);
      assert.deepEqual(await store.consultas.eventsOf('rest_nadie', a, 10), []);
    });

    test('totals count restaurants, users and keys that are neither revoked nor expired', async (bench) => {
      const { store } = bench;
      assert.deepEqual(await store.consultas.totals(), {
        restaurantes: 1,
        usuarios: 0,
        llavesActivas: 0,
      });
      await store.llaves.create(llave(), 'h1', auditEntry());
      await store.llaves.create(llave({ id: 'llv_2', expiraMs: NOW_MS }), 'h2', auditEntry());
      await store.llaves.create(llave({ id: 'llv_3' }), 'h3', auditEntry());
      await store.llaves.revoke('llv_3', NOW_MS, auditEntry());
      assert.equal((await store.consultas.totals()).llavesActivas, 1);
    });
  });

  describe(`${engine.name}: the audit and the flags of an account`, () => {
    test('the audit is read page by page, newest first', async (bench) => {
      const { cuentas, auditoria } = bench.store;
      await cuentas.save(sampleRestaurante({ id: OTHER }), {});
      for (let i = 0; i < 5; i += 1) {
        const restauranteId = i === 2 ? OTHER : RESTAURANTE_ID;
        await cuentas.setActive(
          restauranteId,
          true,
          auditEntry({ restauranteId, accion: `a${i}` }),
        );
      }
      const read = async (of: string | null, limit: number, before?: number) => {
        const page = await auditoria.list(of, limit, before);
        return { acciones: page.map(({ accion }) => accion), last: page.at(-1)?.id };
      };
      const first = await read(RESTAURANTE_ID, 2);
      assert.deepEqual(first.acciones, ['a4', 'a3']);
      const second = await read(RESTAURANTE_ID, 2, first.last);
      assert.deepEqual(second.acciones, ['a1', 'a0']);
      assert.deepEqual((await read(RESTAURANTE_ID, 2, second.last)).acciones, []);
      assert.deepEqual((await read(null, 10)).acciones, ['a4', 'a3', 'a2', 'a1', 'a0']);
    });

    test('switching ingestion writes an audit entry', async (bench) => {
      const { cuentas, auditoria, log } = bench.store;
      assert.equal(await cuentas.setIngesta(RESTAURANTE_ID, false, auditEntry()), true);
      assert.equal((await cuentas.find(RESTAURANTE_ID))?.cuenta.ingesta, false);
      const [refused] = await log.commit(RESTAURANTE_ID, [comando.crear(samplePedido())]);
      assert.partialDeepStrictEqual(refused, { ok: false, codigo: 'ingesta_no_habilitada' });
      assert.equal(await cuentas.setIngesta('rest_nadie', true, auditEntry()), false);
      assert.equal((await auditoria.list(null, 10)).length, 1);
    });
  });
};
