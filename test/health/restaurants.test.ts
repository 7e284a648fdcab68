import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS, utcDay } from '../../src/domain/time.ts';
import { ENGINE } from '../storage/conformance/engines.ts';
import { accept, auditEntry, llave, makeBench } from '../storage/conformance/harness.ts';
import { describeOnEngines } from '../support/engines.ts';
import {
  comando,
  NOW_MS,
  RESTAURANTE_ID,
  samplePedido,
  sampleRestaurante,
} from '../support/samples.ts';
import { makeEvaluation, makePerson } from './evaluation.ts';

const ALWAYS = Object.fromEntries(
  ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'].map((dia) => [
    dia,
    [{ desde: '00:00', hasta: '24:00' }],
  ]),
);

describeOnEngines('conditions of a restaurant', (engine) => {
  test('no orders although there usually are: until one comes', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const { store, clock } = bench;
    await store.cuentas.save(sampleRestaurante({ horario: ALWAYS, acepta_pedidos: true }), {});
    // One of the weeks before lies on the other side of a change of the clocks.
    const hour = Temporal.Instant.fromEpochMilliseconds(NOW_MS)
      .toZonedDateTimeISO('Europe/Madrid')
      .round({ smallestUnit: 'hour', roundingMode: 'floor' });
    let n = 0;
    const orderAt = async (ms: number): Promise<void> => {
      n += 1;
      const pedido = samplePedido({ id: `ped_${n}`, creado_en: new Date(ms).toISOString() });
      await accept(store, [comando.importar(pedido, [])]);
    };
    for (let weeks = 1; weeks <= 4; weeks += 1) {
      const { epochMilliseconds } = hour.subtract({ weeks });
      for (const hours of [1, 2]) await orderAt(epochMilliseconds - hours * HOUR_MS + MINUTE_MS);
    }
    const health = makeEvaluation(bench);
    await health.pass();
    assert.deepEqual(await health.open(), ['sin_pedidos']);
    clock.advance(MINUTE_MS);
    await health.pass();
    assert.deepEqual(await health.open(), ['sin_pedidos']);
    await orderAt(clock.now());
    clock.advance(MINUTE_MS);
    await health.pass();
    assert.deepEqual(await health.open(), []);
  });

  test('a feed that is silent while the clocks change raises nothing, and is missed afterwards', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const { store, clock } = bench;
    await store.cuentas.save(sampleRestaurante({ horario: ALWAYS, acepta_pedidos: true }), {});
    // In the restaurant's zone, 03:00 becomes 02:00 then.
    const changeMs = Date.parse('2026-10-25T01:00:00Z');
    const night = Array.from({ length: 6 }, (_, hours) => changeMs + (hours - 3) * HOUR_MS);
    const times = [
      ...[1, 2, 3, 4].flatMap((weeks) => night.map((ms) => ms - weeks * 7 * DAY_MS)),
      ...night.filter((ms) => ms < changeMs - HOUR_MS),
    ];
    for (const [n, ms] of times.entries()) {
      const creado_en = new Date(ms + MINUTE_MS).toISOString();
      await accept(store, [comando.importar(samplePedido({ id: `ped_${n}`, creado_en }), [])]);
    }
    const health = makeEvaluation(bench);
    const lookAt = async (ms: number) => {
      clock.set(ms);
      await health.pass();
      return health.open();
    };
    for (let ms = changeMs - HOUR_MS; ms < changeMs + 2 * HOUR_MS; ms += QUARTER_MS) {
      assert.deepEqual(await lookAt(ms), [], new Date(ms).toISOString());
    }
    assert.deepEqual(await lookAt(changeMs + 2 * HOUR_MS), ['sin_pedidos']);
  });

  test('a closed restaurant, or one with a quiet week before, misses no orders', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    await bench.store.cuentas.save(
      sampleRestaurante({ horario: ALWAYS, acepta_pedidos: true }),
      {},
    );
    const health = makeEvaluation(bench);
    await health.pass();
    assert.deepEqual(await health.open(), []);
  });

  test('a screen that is away while the restaurant is open, until it is seen', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const { store, clock } = bench;
    await store.cuentas.save(sampleRestaurante({ horario: ALWAYS }), {});
    const usuarioId = await makePerson(store, 'ana');
    const screen = {
      id: 'pan_1',
      restauranteId: RESTAURANTE_ID,
      nombre: 'Cocina',
      clase: 'cocina' as const,
    };
    const made = { ...screen, usuarioId, creador: 'ana', creadaMs: NOW_MS, vistaMs: null };
    await store.pantallas.create(made, 'hash', auditEntry());
    await store.pantallas.touch(new Map([['pan_1', NOW_MS]]));
    const health = makeEvaluation(bench);
    clock.advance(9 * MINUTE_MS);
    await health.pass();
    assert.deepEqual(await health.open(), []);
    clock.advance(2 * MINUTE_MS);
    await health.pass();
    assert.deepEqual(await health.open(), ['pantalla_ausente']);
    await store.pantallas.touch(new Map([['pan_1', clock.now()]]));
    clock.advance(2 * MINUTE_MS);
    await health.pass();
    assert.deepEqual(await health.open(), []);
  });

  test('a key that expires, one that is no longer used, and one beyond its limit', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const { store, clock } = bench;
    const health = makeEvaluation(bench);
    const old = { creadaMs: NOW_MS - 100 * DAY_MS };
    await store.llaves.create(llave({ ...old, expiraMs: NOW_MS + 3 * DAY_MS }), 'h1', auditEntry());
    await health.pass();
    assert.deepEqual(await health.open(), ['llave_caduca']);
    await store.llaves.revoke('llv_1', NOW_MS, auditEntry());
    clock.advance(2 * MINUTE_MS);
    await health.pass();
    assert.deepEqual(await health.open(), []);

    await store.llaves.create(llave({ ...old, id: 'llv_2', nombre: 'BI' }), 'h2', auditEntry());
    const use = (dia: number, peticiones: number, limitadas = 0) =>
      store.usos.add([
        { restauranteId: RESTAURANTE_ID, llaveId: 'llv_2', dia, peticiones, limitadas, errores: 0 },
      ]);
    const today = utcDay(NOW_MS);
    for (let day = today - 13; day <= today; day += 1) await use(day, 3);
    await store.llaves.touch(new Map([['llv_2', NOW_MS]]));
    clock.set(NOW_MS + 25 * HOUR_MS);
    await health.pass();
    assert.deepEqual(await health.open(), ['llave_sin_uso']);
    await store.llaves.touch(new Map([['llv_2', clock.now()]]));
    clock.advance(2 * MINUTE_MS);
    await health.pass();
    assert.deepEqual(await health.open(), []);

    await use(utcDay(clock.now()), 300, 30);
    for (let minutes = 0; minutes <= 65; minutes += 5) {
      clock.advance(5 * MINUTE_MS);
      await health.pass();
      if (minutes === 30) await use(utcDay(clock.now()), 100, 30);
    }
    assert.deepEqual(await health.open(), ['limite_superado']);
    for (let minutes = 0; minutes <= 65; minutes += 5) {
      clock.advance(5 * MINUTE_MS);
      await health.pass();
    }
    assert.deepEqual(await health.open(), []);
  });
});
