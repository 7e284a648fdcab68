import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../../src/domain/time.ts';
import { RETRY_DELAYS_MS } from '../../../src/domain/webhooks/retry.ts';
import { auditEntry } from '../../storage/conformance/harness.ts';
import { happen, makeHook, orderNames } from '../../storage/conformance/hooks.ts';
import { column, upTo } from '../../support/columns.ts';
import { describeOnEngines } from '../../support/engines.ts';
import { NOW_MS, RESTAURANTE_ID } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { answered, noDns, stale, timedOut } from '../outcomes.ts';
import { assertInSequence, firstArrivals, makeHookedSender } from './sender.ts';

describeOnEngines('sending', (engine) => {
  test('each event once, each order in sequence, with the id of the event', async () => {
    await using sender = await makeHookedSender(engine);
    const { store, endpoint } = sender;
    await makeHook(store, { id: 'wh_dos', eventos: ['pedido.nuevo'] });
    await happen(store, ...orderNames(120, 30));
    await sender.settle();
    const mine = endpoint.got.filter(({ webhookId }) => webhookId === 'wh_uno');
    assert.equal(mine.length, 120);
    assert.equal(endpoint.got.length, 150);
    const events = await store.log.events(RESTAURANTE_ID, 0, 200);
    assert.deepEqual(mine.map(({ id }) => id).sort(), events.map(({ id }) => id).sort());
    assert.deepEqual([...new Set(mine.map(({ intento }) => intento))], [1]);
    assertInSequence(endpoint.got);
    const { entregas } = await store.webhooks.entregas.list({
      restauranteId: RESTAURANTE_ID,
      webhookId: 'wh_uno',
      estado: 'entregada',
      cursor: null,
      limit: 500,
    });
    assert.equal(entregas.length, 120);
    assert.deepEqual(await store.webhooks.entregas.owed(), { entregas: 0, oldestMs: null });
    const webhook = await store.webhooks.get(RESTAURANTE_ID, 'wh_uno');
    assert.equal(webhook?.ultimaEntregaMs, NOW_MS);
  });

  test('again at once with the next number if the connection was stale, at no cost to the endpoint', async () => {
    await using sender = await makeHookedSender(engine);
    const { store, endpoint } = sender;
    endpoint.answer = ({ intento }) => (intento <= 2 ? stale : answered(200));
    await happen(store, 'a', 'b', 'a');
    await sender.settle();
    assert.deepEqual(endpoint.got.map(({ secuencia, intento }) => [secuencia, intento]).sort(), [
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 1],
      [2, 2],
      [2, 3],
      [3, 1],
      [3, 2],
      [3, 3],
    ]);
    assertInSequence(endpoint.got);
    assert.deepEqual([...new Set(sender.verdicts)].sort(), ['stale', 'success']);
  });

  test('410 turns it off; on again it gets one probe, then all it is owed', async () => {
    await using sender = await makeHookedSender(engine);
    const { store, endpoint } = sender;
    endpoint.answer = () => answered(410);
    await happen(store, 'a', 'b', 'c');
    await sender.settle();
    assert.equal(endpoint.got.length, 1);
    assert.equal((await store.webhooks.get(RESTAURANTE_ID, 'wh_uno'))?.motivo, 'respuesta_410');
    await happen(store, 'd', 'a');
    await sender.settleAt(NOW_MS + DAY_MS);
    assert.equal(endpoint.got.length, 1);
    await store.webhooks.activate(RESTAURANTE_ID, 'wh_uno', auditEntry());
    endpoint.answer = () => answered(500);
    await sender.settle();
    assert.equal(endpoint.got.length, 2);
    assert.equal((await store.webhooks.get(RESTAURANTE_ID, 'wh_uno'))?.activo, true);
    endpoint.answer = () => answered(200);
    await sender.settleAt(NOW_MS + DAY_MS + 3_600_000);
    assert.deepEqual(
      [...new Set(endpoint.got.map(({ secuencia }) => secuencia))].sort(),
      [1, 2, 3, 4, 5],
    );
    assert.deepEqual(firstArrivals(endpoint.got).get('wh_uno ped_a'), [1, 5]);
  });

  test('turned on again while attempts from before are in flight, it stays on', async () => {
    await using sender = await makeHookedSender(engine);
    const { store, endpoint, dispatcher } = sender;
    const get = () => store.webhooks.get(RESTAURANTE_ID, 'wh_uno');
    await happen(store, 'a');
    await sender.settle();
    const late = Promise.withResolvers<void>();
    endpoint.answer = async ({ body }) => {
      if (Buffer.from(body).includes('"id":"ped_b"')) await late.promise;
      return answered(410);
    };
    await happen(store, 'b', 'c');
    dispatcher.poll();
    await until(async () => (await get())?.activo === false);
    await store.webhooks.activate(RESTAURANTE_ID, 'wh_uno', auditEntry());
    endpoint.answer = () => answered(200);
    late.resolve();
    await sender.settle();
    assert.equal((await get())?.activo, true);
    assert.deepEqual(firstArrivals(endpoint.got).get('wh_uno ped_c'), [3]);
    assert.equal(await sender.owed(), 0);
  });

  test('turned off and on by its owner, it is not sent again what is in flight', async () => {
    await using sender = await makeHookedSender(engine);
    const { store, endpoint, dispatcher } = sender;
    const late = Promise.withResolvers<void>();
    endpoint.answer = async () => {
      await late.promise;
      return answered(200);
    };
    await happen(store, 'a');
    dispatcher.poll();
    await until(() => endpoint.got.length === 1);
    await store.webhooks.deactivate(RESTAURANTE_ID, 'wh_uno', auditEntry());
    await store.webhooks.activate(RESTAURANTE_ID, 'wh_uno', auditEntry());
    await happen(store, 'b');
    dispatcher.poll();
    late.resolve();
    await sender.settle();
    assert.deepEqual(column(endpoint.got, 'secuencia'), [1, 2]);
  });

  test('a suspended restaurant waits', async () => {
    await using sender = await makeHookedSender(engine);
    const { store, endpoint } = sender;
    await happen(store, 'a');
    await store.cuentas.setActive(RESTAURANTE_ID, false, auditEntry());
    await sender.settle();
    assert.equal(endpoint.got.length, 0);
    await store.cuentas.setActive(RESTAURANTE_ID, true, auditEntry());
    await sender.settle();
    assert.equal(endpoint.got.length, 1);
  });
});

/** Decisions of the dispatcher that do not depend on the engine. */
describe('sending', () => {
  test('a delivery that always fails is tried twelve times, on schedule, and then given up', async () => {
    await using sender = await makeHookedSender('SQLite');
    const { store, endpoint } = sender;
    endpoint.answer = () => answered(500);
    await happen(store, 'a');
    await sender.settle();
    let dueMs = NOW_MS;
    for (const [i, delayMs] of RETRY_DELAYS_MS.entries()) {
      dueMs += delayMs;
      await sender.settleAt(dueMs - 1);
      assert.equal(endpoint.got.length, i + 1, `too early for attempt ${i + 2}`);
      await sender.settleAt(dueMs);
    }
    await sender.settleAt(dueMs + 4 * DAY_MS);
    assert.deepEqual(column(endpoint.got, 'intento'), upTo(12));
    assert.equal(new Set(endpoint.got.map(({ id }) => id)).size, 1);
    const [entrega] = await store.webhooks.entregas.ofEvents(RESTAURANTE_ID, [1]);
    assert.deepEqual([entrega?.estado, entrega?.intentos, entrega?.status], ['fallida', 12, 500]);
  });

  test('429 and 503 with Retry-After pause the endpoint and spend nothing', async () => {
    await using sender = await makeHookedSender('SQLite');
    const { store, endpoint } = sender;
    endpoint.answer = () => answered(503, '120');
    await happen(store, 'a', 'b');
    await sender.settle();
    const before = endpoint.got.length;
    await happen(store, 'c');
    await sender.settleAt(NOW_MS + 119_999);
    assert.equal(endpoint.got.length, before);
    endpoint.answer = () => answered(200);
    await sender.settleAt(NOW_MS + 120_000);
    assert.equal(await sender.owed(), 0);
    assert.equal(sender.verdicts.filter((each) => each === 'failure').length, 0);
  });

  test('a failure of our own is retried and spends no attempt', async () => {
    await using sender = await makeHookedSender('SQLite');
    const { store, endpoint } = sender;
    endpoint.answer = () => noDns;
    await happen(store, 'a');
    await sender.settle();
    for (let i = 1; i <= 20; i += 1) await sender.settleAt(NOW_MS + i * 6_000);
    assert.equal(endpoint.got.length, 21);
    endpoint.answer = () => answered(200);
    await sender.settleAt(NOW_MS + 200_000);
    assert.equal(endpoint.got.at(-1)?.intento, 1);
    const [entrega] = await store.webhooks.entregas.ofEvents(RESTAURANTE_ID, [1]);
    assert.deepEqual([entrega?.estado, entrega?.intentos], ['entregada', 1]);
  });

  test('days without a network of our own turn no webhook off', async () => {
    await using sender = await makeHookedSender('SQLite');
    const { store, endpoint } = sender;
    endpoint.answer = () => answered(500);
    await happen(store, 'a');
    await sender.settle();
    endpoint.answer = () => noDns;
    await sender.settleAt(NOW_MS + 6 * DAY_MS);
    assert.equal(endpoint.got.length, 2);
    assert.equal((await store.webhooks.get(RESTAURANTE_ID, 'wh_uno'))?.activo, true);
  });

  test('a dead endpoint is not hammered, loses nothing, and catches up when it is back', async () => {
    await using sender = await makeHookedSender('SQLite', { catchUpPerSecond: 100_000 });
    const { store, endpoint } = sender;
    endpoint.answer = () => timedOut();
    await happen(store, ...orderNames(60, 20));
    await sender.settle();
    assert.ok(endpoint.got.length <= 6, `${endpoint.got.length} attempts at once`);
    for (let i = 1; i <= 120; i += 1) await sender.settleAt(NOW_MS + i * 30_000);
    assert.ok(endpoint.got.length <= 30, `${endpoint.got.length} attempts in an hour`);
    endpoint.answer = () => answered(200);
    await sender.settleAt(NOW_MS + 2 * 3_600_000);
    await sender.settleAt(NOW_MS + 20 * 3_600_000);
    assert.equal(await sender.owed(), 0);
    assertInSequence(endpoint.got);
    for (const { length } of firstArrivals(endpoint.got).values()) assert.equal(length, 3);
  });

  test('a step under way brings deliveries for an endpoint that asks for a pause: they wait', async (t) => {
    await using sender = await makeHookedSender('SQLite');
    const { store, endpoint, dispatcher } = sender;
    const { lanes } = store.webhooks;
    const advance = lanes.advance.bind(lanes);
    const fetching = Promise.withResolvers<void>();
    const paused = Promise.withResolvers<void>();
    t.mock.method(lanes, 'advance', async (...step: Parameters<typeof advance>) => {
      const advances = await advance(...step);
      fetching.resolve();
      await paused.promise;
      return advances;
    });
    endpoint.answer = async () => {
      if (endpoint.got.length === 1) return answered(200);
      await fetching.promise;
      return answered(429, '60');
    };
    await happen(store, 'a', 'b', 'c', 'd');
    dispatcher.poll();
    await until(() => sender.verdicts.includes('pause'));
    paused.resolve();
    await until(() => dispatcher.isAtRest());
    assert.equal(endpoint.got.length, 2);
    endpoint.answer = () => answered(200);
    await sender.settleAt(NOW_MS + 60_000);
    assert.equal(endpoint.got.length, 5);
  });

  test('attempts that fail together delay the next probe once', async () => {
    await using sender = await makeHookedSender('SQLite', { catchUpPerSecond: 100_000 });
    const { store, endpoint, dispatcher } = sender;
    const [events, wellUntil, together] = [60, 30, 16];
    const line = Promise.withResolvers<void>();
    endpoint.answer = async () => {
      if (endpoint.got.length <= wellUntil) return answered(200);
      await line.promise;
      return timedOut();
    };
    await happen(store, ...orderNames(events));
    dispatcher.poll();
    // Every success has ended, so that only the hanging attempts are in flight.
    await until(
      () => endpoint.got.length === wellUntil + together && dispatcher.load().attempts === together,
    );
    line.resolve();
    await until(() => dispatcher.isAtRest());
    const tried = endpoint.got.length;
    assert.equal(tried, wellUntil + together);
    endpoint.answer = () => answered(200);
    await sender.settleAt(NOW_MS + 29_999);
    assert.equal(endpoint.got.length, tried);
    await sender.settleAt(NOW_MS + 30_000);
    assert.equal(endpoint.got.length, events + together);
  });

  test('five days without a success turn it off, and undelivered events stay owed', async () => {
    await using sender = await makeHookedSender('SQLite');
    const { store, endpoint } = sender;
    endpoint.answer = () => answered(500);
    await happen(store, 'a');
    await sender.settle();
    for (let hours = 1; hours < 120; hours += 1) {
      if (hours % 20 === 0) await happen(store, `p${hours}`);
      await sender.settleAt(NOW_MS + hours * 3_600_000);
    }
    assert.equal((await store.webhooks.get(RESTAURANTE_ID, 'wh_uno'))?.activo, true);
    await sender.settleAt(NOW_MS + 5 * DAY_MS + 600_000);
    const webhook = await store.webhooks.get(RESTAURANTE_ID, 'wh_uno');
    assert.deepEqual([webhook?.activo, webhook?.motivo], [false, 'sin_exito']);
    const before = endpoint.got.length;
    await happen(store, 'z');
    await sender.settleAt(NOW_MS + 6 * DAY_MS);
    assert.equal(endpoint.got.length, before);
    await store.webhooks.activate(RESTAURANTE_ID, 'wh_uno', auditEntry());
    endpoint.answer = () => answered(200);
    await sender.settle();
    await sender.settleAt(NOW_MS + 7 * DAY_MS);
    assert.equal(await sender.owed(), 0);
    assert.ok(endpoint.got.some(({ pedidoId }) => pedidoId === 'ped_z'));
  });
});
