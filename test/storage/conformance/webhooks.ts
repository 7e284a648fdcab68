import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { DAY_MS } from '../../../src/domain/time.ts';
import { PROVING } from '../../../src/domain/webhooks/lane-health.ts';
import { OWED_EXTRA_MS } from '../../../src/storage/port/log.ts';
import { INTENTOS_ANTERIORES_MAX, WEBHOOKS_MAX } from '../../../src/storage/port/webhooks.ts';
import { column } from '../../support/columns.ts';
import { NOW_MS, RESTAURANTE_ID, sampleRestaurante } from '../../support/samples.ts';
import { auditEntry, type Engine, testOn } from './harness.ts';
import {
  AMPLE,
  advanceLane,
  assertLost,
  claimLane,
  delivered,
  failed,
  happen,
  makeHook,
  stepOf,
} from './hooks.ts';

export const webhookConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: webhooks`, () => {
    test('is stored as it was given, oldest first, and only for its restaurant', async (store) => {
      const { webhooks } = store;
      const first = await makeHook(store);
      const second = await makeHook(store, {
        id: 'wh_dos',
        nombre: null,
        eventos: ['pedido.nuevo', 'pedido.*'],
        creadoMs: NOW_MS + 1,
      });
      const [a, b] = await webhooks.list(RESTAURANTE_ID);
      assert.deepEqual(
        { ...a, secreto: [...(a?.secreto ?? [])] },
        { ...first, secreto: [1, 2, 3, 255] },
      );
      assert.deepEqual(b?.eventos, second.eventos);
      assert.equal(b?.nombre, null);
      assert.equal((await webhooks.get(RESTAURANTE_ID, 'wh_dos'))?.id, 'wh_dos');
      assert.equal(await webhooks.get('rest_otro', 'wh_dos'), null);
      assert.deepEqual(await webhooks.list('rest_otro'), []);
    });

    test('at most twenty, also when many are created at once, and none without a restaurant', async (store, bench) => {
      const other = await bench.another();
      const creations = Array.from({ length: WEBHOOKS_MAX + 4 }, (_, i) =>
        makeHook(i % 2 === 0 ? store : other, { id: `wh_${i}` }).then(
          () => 'created',
          (error: Error) => error.message,
        ),
      );
      const outcomes = await Promise.all(creations);
      assert.equal(outcomes.filter((each) => each === 'created').length, WEBHOOKS_MAX);
      assert.equal(outcomes.filter((each) => each === 'no webhook: too_many').length, 4);
      await assert.rejects(makeHook(store, { restauranteId: 'rest_nadie' }), /no_restaurant/);
      const [some] = await store.webhooks.list(RESTAURANTE_ID);
      assert.ok(await store.webhooks.remove(RESTAURANTE_ID, some?.id ?? '', auditEntry()));
      await makeHook(store, { id: 'wh_sitio' });
    });

    test('is turned off and on; on, it must prove itself first', async (store) => {
      const { webhooks } = store;
      await makeHook(store);
      const off = auditEntry({ accion: 'webhook.desactivado' });
      for (let time = 1; time <= 2; time += 1) {
        const found = await webhooks.deactivate(RESTAURANTE_ID, 'wh_uno', off);
        assert.deepEqual([found?.activo, found?.motivo], [false, 'manual']);
        assert.deepEqual(found, await webhooks.get(RESTAURANTE_ID, 'wh_uno'));
      }
      await happen(store, 'a');
      assert.deepEqual(await webhooks.lanes.due(NOW_MS, 10), []);
      const on = await webhooks.activate(RESTAURANTE_ID, 'wh_uno', auditEntry());
      assert.deepEqual([on?.activo, on?.motivo], [true, null]);
      assert.equal(await webhooks.activate('rest_otro', 'wh_uno', auditEntry()), null);
      assert.equal(await webhooks.deactivate(RESTAURANTE_ID, 'wh_nada', off), null);
      const { lane, advance } = await claimLane(store);
      assert.deepEqual(lane.salud, PROVING);
      assert.equal(advance.begun.length, 1);
      const audit = await store.auditoria.list(RESTAURANTE_ID, 10);
      assert.equal(audit.filter(({ accion }) => accion === off.accion).length, 1);
    });

    test('turned on again or moved, its endpoint is owed at once what would wait for a day', async (store) => {
      const { webhooks } = store;
      await makeHook(store);
      await happen(store, 'a');
      const { lane, advance } = await claimLane(store);
      const [a] = advance.begun;
      assert.ok(a);
      const settled = [failed(a, NOW_MS + DAY_MS)];
      await advanceLane(store, stepOf(lane, 1, { settled, off: 'sin_exito' }));
      await webhooks.activate(RESTAURANTE_ID, 'wh_uno', auditEntry());
      const probe = await claimLane(store);
      assert.deepEqual(column(probe.advance.begun, 'intento'), [2]);

      const [again] = probe.advance.begun;
      assert.ok(again);
      await advanceLane(
        store,
        stepOf(probe.lane, 1, { settled: [failed(again, NOW_MS + DAY_MS)] }),
      );
      assert.deepEqual(await webhooks.lanes.due(NOW_MS, 10), []);
      const url = 'https://example.com/otra';
      await webhooks.update(RESTAURANTE_ID, 'wh_uno', { url }, auditEntry());
      assert.deepEqual(await webhooks.lanes.due(NOW_MS, 10), [RESTAURANTE_ID]);
    });

    test('is changed under a holder: a new address fences it off, other changes reach it', async (store, bench) => {
      const { webhooks } = store;
      await makeHook(store);
      await happen(store, 'a');
      const { lane, advance } = await claimLane(store);
      const [a] = advance.begun;
      assert.ok(a);
      const secreto = new Uint8Array([9, 9]);
      const rotation = { secreto, hastaMs: NOW_MS + 1_000 };
      const entry = auditEntry({ accion: 'webhook.secreto_rotado' });
      assert.equal(await webhooks.rotate(RESTAURANTE_ID, 'wh_uno', rotation, entry), 'rotated');
      await webhooks.update(RESTAURANTE_ID, 'wh_uno', { eventos: ['pedido.nuevo'] }, auditEntry());
      const kept = {
        settled: [failed(a, NOW_MS)],
        salud: { ...PROVING, pausedUntilMs: NOW_MS + 9 },
      };
      const learnt = await advanceLane(store, stepOf(lane, 1, { ...kept, releaseIfIdle: false }));
      assert.deepEqual(learnt.webhook?.eventos, ['pedido.nuevo']);
      assert.deepEqual([...(learnt.webhook?.secreto ?? [])], [9, 9]);

      // A second process, and a process after a restart, see the same.
      const other = await bench.another();
      const [found] = await other.webhooks.list(RESTAURANTE_ID);
      const [anterior] = found?.anteriores ?? [];
      assert.deepEqual(
        [...(anterior?.secreto ?? []), anterior?.hastaMs],
        [1, 2, 3, 255, NOW_MS + 1_000],
      );

      const moved = await other.webhooks.update(
        ...([RESTAURANTE_ID, 'wh_uno', { url: 'https://example.com/otra' }, auditEntry()] as const),
      );
      assert.equal(moved?.url, 'https://example.com/otra');
      await assertLost(store, stepOf(lane, 1, { off: 'respuesta_410' }));
      const again = await claimLane(store);
      assert.deepEqual(again.lane.salud, PROVING);
      assert.equal(again.lane.webhook.url, 'https://example.com/otra');
      assert.ok(again.lane.webhook.activo);
      assert.equal(await webhooks.update('rest_otro', 'wh_uno', { nombre: 'x' }, entry), null);
      assert.equal(await webhooks.rotate('rest_otro', 'wh_uno', rotation, entry), 'no_webhook');
      const none = { secreto, hastaMs: null };
      assert.equal(await webhooks.rotate(RESTAURANTE_ID, 'wh_uno', none, entry), 'rotated');
      assert.deepEqual((await webhooks.get(RESTAURANTE_ID, 'wh_uno'))?.anteriores, []);
    });

    test('every attempt of a delivery is kept, but for the oldest of too many', async (store) => {
      await makeHook(store);
      await happen(store, 'a');
      const { lane, advance } = await claimLane(store);
      let begun = advance.begun;
      const count = INTENTOS_ANTERIORES_MAX + 3;
      for (let n = 1; n <= count; n += 1) {
        const [a] = begun;
        assert.ok(a, `attempt ${n}`);
        const failure = { ...failed(a, NOW_MS), ultimoMs: NOW_MS + n, duracionMs: n };
        const settled = [n === count ? delivered(a, { ultimoMs: NOW_MS + n }) : failure];
        const step = stepOf(lane, 1, { settled, releaseIfIdle: false, capacity: AMPLE });
        ({ begun } = await advanceLane(store, step));
      }
      const query = { restauranteId: RESTAURANTE_ID, webhookId: 'wh_uno', estado: null };
      const page = await store.webhooks.entregas.list({ ...query, cursor: null, limit: 5 });
      const [entrega] = page.entregas;
      assert.equal(entrega?.intentos, count);
      assert.deepEqual(
        entrega?.anteriores.map(({ ms }) => ms - NOW_MS),
        Array.from({ length: INTENTOS_ANTERIORES_MAX }, (_, i) => i + 3),
      );
      assert.deepEqual(entrega?.anteriores[0], {
        ms: NOW_MS + 3,
        status: 500,
        fallo: null,
        duracionMs: 3,
      });
    });

    test('its attempts are counted by the hour, by all processes together', async (store, bench) => {
      await makeHook(store);
      const { horas, entregas } = store.webhooks;
      const hora = Math.floor(NOW_MS / 3_600_000);
      const one = {
        restauranteId: RESTAURANTE_ID,
        webhookId: 'wh_uno',
        hora,
        exitos: 3,
        fallos: 1,
        duracionMs: 900,
        duracionMaxMs: 500,
      };
      const other = await bench.another();
      await Promise.all([
        horas.add([one, { ...one, hora: hora - 1 }, { ...one, webhookId: 'wh_nada' }]),
        other.webhooks.horas.add([{ ...one, duracionMaxMs: 700 }]),
      ]);
      const list = (from: number) => horas.list(RESTAURANTE_ID, 'wh_uno', from);
      assert.deepEqual(
        (await list(hora)).map((row) => ({ ...row })),
        [{ ...one, exitos: 6, fallos: 2, duracionMs: 1_800, duracionMaxMs: 700 }],
      );
      assert.equal((await list(hora - 1)).length, 2);
      assert.deepEqual(await horas.list(RESTAURANTE_ID, 'wh_nada', 0), []);
      assert.deepEqual(await horas.list('rest_otro', 'wh_uno', 0), []);
      await entregas.prune(NOW_MS, 100);
      assert.equal((await list(0)).length, 1);
      await store.webhooks.remove(RESTAURANTE_ID, 'wh_uno', auditEntry());
      for (let i = 0; i < 3; i += 1) await entregas.prune(NOW_MS, 100);
      assert.deepEqual(await list(0), []);
    });

    test('once removed it is gone, and so are its deliveries', async (store) => {
      const { webhooks } = store;
      await makeHook(store);
      await happen(store, 'a', 'b');
      const { lane, advance } = await claimLane(store);
      const [a, b] = advance.begun;
      assert.ok(a && b);
      const settled = [delivered(a), failed(b, NOW_MS + 1)];
      await advanceLane(store, stepOf(lane, 1, { settled, releaseIfIdle: false }));
      assert.equal(await webhooks.remove('rest_otro', 'wh_uno', auditEntry()), false);
      assert.equal(await webhooks.remove(RESTAURANTE_ID, 'wh_uno', auditEntry()), true);
      assert.equal(await webhooks.remove(RESTAURANTE_ID, 'wh_uno', auditEntry()), false);
      assert.equal(await webhooks.get(RESTAURANTE_ID, 'wh_uno'), null);
      const late = auditEntry({ accion: 'webhook.desactivado' });
      assert.equal(await webhooks.deactivate(RESTAURANTE_ID, 'wh_uno', late), null);
      const [newest] = await store.auditoria.list(null, 1);
      assert.notEqual(newest?.accion, late.accion);
      assert.deepEqual(await webhooks.lanes.due(NOW_MS + DAY_MS, 10), []);
      await assertLost(store, stepOf(lane, 2));
      assert.deepEqual(await webhooks.entregas.owed(), { entregas: 0, oldestMs: null });
      assert.deepEqual(await webhooks.entregas.ofEvents(RESTAURANTE_ID, [1, 2]), []);
      assert.equal(await webhooks.entregas.prune(0, 1), 1);
      while ((await webhooks.entregas.prune(0, 10)) > 0);
      await makeHook(store);
      const { entregas } = await webhooks.entregas.list({
        restauranteId: RESTAURANTE_ID,
        webhookId: 'wh_uno',
        estado: null,
        cursor: null,
        limit: 10,
      });
      assert.deepEqual(entregas, []);
    });

    test('undelivered events outlive the retention, but not for ever', async (store, { clock }) => {
      await makeHook(store);
      await happen(store, 'a', 'b', 'c');
      const { lane, advance } = await claimLane(store);
      const [a, b, c] = advance.begun;
      assert.ok(a && b && c);
      const settled = [delivered(a), failed(b, NOW_MS + 1), delivered(c)];
      await advanceLane(store, stepOf(lane, 3, { settled }));
      await happen(store, 'd', 'e');
      clock.set(NOW_MS + 40 * DAY_MS);
      const before = NOW_MS + 1;
      assert.equal(await store.log.prune(RESTAURANTE_ID, before, 100), 1);
      assert.equal((await store.log.events(RESTAURANTE_ID, 0, 10)).length, 4);
      assert.equal(await store.webhooks.entregas.prune(before, 100), 2);
      assert.equal((await store.webhooks.entregas.ofEvents(RESTAURANTE_ID, [2])).length, 1);
      assert.equal(await store.log.prune(RESTAURANTE_ID, before + OWED_EXTRA_MS, 100), 3);
      assert.equal(await store.webhooks.entregas.prune(before + OWED_EXTRA_MS, 100), 1);
    });

    test('only waits that a clock ahead has made too long are ended', async (store) => {
      const { entregas, lanes } = store.webhooks;
      await makeHook(store);
      await happen(store, 'a', 'b');
      const { lane, advance } = await claimLane(store);
      const [a, b] = advance.begun;
      assert.ok(a && b);
      const ahead = NOW_MS + 365 * DAY_MS;
      const settled = [failed(a, ahead + 5_000), failed(b, NOW_MS + DAY_MS)];
      const broken = { fallosSeguidos: 9, pausedUntilMs: ahead + 1_000, probeMs: ahead + 30_000 };
      const salud = { ...lane.salud, ...broken };
      await advanceLane(store, stepOf(lane, 2, { settled, salud }));
      assert.deepEqual(await lanes.due(NOW_MS + DAY_MS, 10), []);
      await entregas.pullIn(NOW_MS);
      assert.deepEqual(await lanes.due(NOW_MS, 10), [RESTAURANTE_ID]);
      const found = await entregas.ofEvents(RESTAURANTE_ID, [1, 2]);
      assert.deepEqual(column(found, 'proximoMs'), [NOW_MS, NOW_MS + DAY_MS]);
    });

    test('counts undelivered events of active webhooks, and the age of the oldest', async (store, bench) => {
      const { clock } = bench;
      await makeHook(store);
      await makeHook(store, { id: 'wh_lejos', activo: false });
      assert.deepEqual(await store.webhooks.entregas.owed(), { entregas: 0, oldestMs: null });
      await happen(store, 'a', 'b');
      clock.set(NOW_MS + 5_000);
      await happen(store, 'c');
      const { lane, advance } = await claimLane(store);
      const [a, b, c] = advance.begun;
      assert.ok(a && b && c);
      assert.deepEqual(await store.webhooks.entregas.owed(), { entregas: 3, oldestMs: NOW_MS });
      const settled = [delivered(a), delivered(b), failed(c, NOW_MS + 60_000)];
      await advanceLane(store, stepOf(lane, 3, { settled }));
      const owed = { entregas: 1, oldestMs: NOW_MS + 5_000 };
      assert.deepEqual(await store.webhooks.entregas.owed(), owed);
    });

    test('the delivery log is read by state, in both directions, by event and by id', async (store) => {
      const { entregas } = store.webhooks;
      await makeHook(store);
      await store.cuentas.save(sampleRestaurante({ id: 'rest_otro' }), {});
      await happen(store, 'a', 'b', 'c', 'd', 'e', 'f');
      const { lane, advance } = await claimLane(store);
      const settled = advance.begun.map((begun) => {
        if (begun.secuencia % 2 === 1) return delivered(begun);
        if (begun.secuencia === 4) return failed(begun, NOW_MS + 9_000);
        return delivered(begun, {
          estado: 'fallida',
          fallo: 'plazo',
          status: null,
          extracto: null,
        });
      });
      await advanceLane(store, stepOf(lane, 6, { settled }));
      const ask = { restauranteId: RESTAURANTE_ID, webhookId: 'wh_uno', estado: null, limit: 4 };
      const page = async (query: Partial<Parameters<typeof entregas.list>[0]>) => {
        const found = await entregas.list({ ...ask, cursor: null, ...query });
        return [found.entregas.map(({ secuencia }) => secuencia), found.more];
      };
      assert.deepEqual(await page({}), [[6, 5, 4, 3], true]);
      const after = { direction: 'after', secuencia: 3 } as const;
      assert.deepEqual(await page({ cursor: after }), [[2, 1], false]);
      const back = { direction: 'before', secuencia: 2 } as const;
      assert.deepEqual(await page({ cursor: back, limit: 2 }), [[4, 3], true]);
      assert.deepEqual(await page({ estado: 'entregada' }), [[5, 3, 1], false]);
      assert.deepEqual(await page({ estado: 'fallida' }), [[6, 2], false]);
      assert.deepEqual(await page({ estado: 'pendiente' }), [[4], false]);
      assert.deepEqual(await page({ restauranteId: 'rest_otro' }), [[], false]);
      const [, , , fourth] = await store.log.events(RESTAURANTE_ID, 0, 10);
      const found = await entregas.get(RESTAURANTE_ID, 'wh_uno', fourth?.id ?? '');
      assert.deepEqual(found, {
        webhookId: 'wh_uno',
        secuencia: 4,
        eventoId: fourth?.id,
        tipo: 'pedido.nuevo',
        pedidoId: 'ped_d',
        pedidoNumero: '20261115-4',
        estado: 'pendiente',
        intentos: 1,
        creadoMs: NOW_MS,
        ultimoMs: NOW_MS,
        proximoMs: NOW_MS + 9_000,
        status: 500,
        fallo: null,
        duracionMs: 12,
        extracto: null,
        anteriores: [],
      });
      assert.equal(await entregas.get('rest_otro', 'wh_uno', fourth?.id ?? ''), null);
      assert.equal(await entregas.get(RESTAURANTE_ID, 'wh_uno', 'evt_nada'), null);
      const [sixth] = await entregas.ofEvents(RESTAURANTE_ID, [6]);
      assert.deepEqual([sixth?.fallo, sixth?.status, sixth?.proximoMs], ['plazo', null, null]);
    });
  });
};
