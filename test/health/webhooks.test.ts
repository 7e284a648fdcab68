import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts';
import { happen, makeHook } from '../storage/conformance/hooks.ts';
import { describeOnEngines } from '../support/engines.ts';
import { plainOf, startSmtp } from '../support/receiver/smtp.ts';
import { NOW_MS, RESTAURANTE_ID } from '../support/samples.ts';
import { makeSender } from '../webhooks/dispatcher/sender.ts';
import { answered } from '../webhooks/outcomes.ts';
import { makeEvaluation, makePerson } from './evaluation.ts';

describeOnEngines('webhooks that fail', (engine) => {
  test('five failures over a quarter of an hour begin a condition, the first success ends it', async (t) => {
    await using sender = await makeSender(engine);
    const { bench, store, endpoint } = sender;
    const smtp = await startSmtp(t);
    const health = makeEvaluation(bench, { smtpUrl: smtp.url });
    await makePerson(store, 'ana');
    await makeHook(store, { nombre: 'CRM' });
    endpoint.answer = () => answered(500);
    await happen(store, 'a', 'b', 'c', 'd', 'e');
    await sender.settle();
    await sender.settleAt(NOW_MS + 5 * MINUTE_MS);
    await health.pass();
    assert.deepEqual(await health.open(), []);
    await sender.settleAt(NOW_MS + 16 * MINUTE_MS);
    await health.pass();
    await health.pass();
    assert.deepEqual(await health.open(), ['webhook_fallando']);
    await health.tell();
    assert.equal(smtp.received.length, 0, 'gathers what comes together');
    bench.clock.advance(MINUTE_MS);
    await health.tell();
    await health.tell();
    assert.deepEqual(
      smtp.received.map(({ subject }) => subject),
      ['El webhook «CRM» está fallando'],
    );

    endpoint.answer = () => answered(200);
    await sender.settleAt(NOW_MS + 2 * HOUR_MS);
    await sender.settleAt(NOW_MS + 5 * HOUR_MS);
    await health.pass();
    assert.deepEqual(await health.open(), []);
    bench.clock.advance(MINUTE_MS);
    await health.tell();
    assert.equal(smtp.received.length, 2);
    assert.match(smtp.received[1]?.subject ?? '', /^Resuelto: El webhook «CRM»/);
    const told = health.lines.map(({ msg, kind }) => `${msg}: ${kind}`);
    assert.deepEqual(told, [
      'condition began: webhook_fallando',
      'condition ended: webhook_fallando',
    ]);
    const acciones = (await store.auditoria.list(RESTAURANTE_ID, 10)).map(({ accion }) => accion);
    assert.deepEqual(acciones.slice(0, 2), ['condicion.cerrada', 'condicion.abierta']);
  });

  test('a delivery that is owed for an hour begins one although nothing was refused', async () => {
    await using sender = await makeSender(engine);
    const { bench, store, endpoint } = sender;
    const health = makeEvaluation(bench);
    await makeHook(store);
    endpoint.answer = () => answered(503, '86400');
    await happen(store, 'a');
    await sender.settle();
    bench.clock.advance(59 * MINUTE_MS);
    await health.pass();
    assert.deepEqual(await health.open(), []);
    bench.clock.advance(2 * MINUTE_MS);
    await health.pass();
    assert.deepEqual(await health.open(), ['webhook_fallando']);
  });

  test('a webhook that the service turns off is told with its reason, until it is on again', async (t) => {
    await using sender = await makeSender(engine);
    const { bench, store, endpoint } = sender;
    const smtp = await startSmtp(t);
    const health = makeEvaluation(bench, { smtpUrl: smtp.url });
    await makePerson(store, 'ana');
    await makePerson(store, 'beto');
    await makePerson(store, 'olga', null);
    const { id } = await makeHook(store, { nombre: 'CRM' });
    endpoint.answer = () => answered(410);
    await happen(store, 'a');
    await sender.settle();
    await health.pass();
    assert.deepEqual(await health.open(), ['webhook_desactivado']);
    const [entry] = (await store.auditoria.list(RESTAURANTE_ID, 10)).filter(
      ({ accion }) => accion === 'webhook.desactivado',
    );
    assert.deepEqual(
      [entry?.actor, entry?.objeto, entry?.detalle],
      ['servicio', id, { motivo: 'respuesta_410' }],
    );
    bench.clock.advance(MINUTE_MS);
    await health.tell();
    assert.deepEqual(smtp.received.map(({ to }) => to).sort(), [
      ['ana@pepa.example'],
      ['beto@pepa.example'],
    ]);
    const [mail] = smtp.received;
    assert.ok(mail !== undefined);
    assert.match(
      plainOf(mail),
      new RegExp(`https://comanda\\.example/panel/r/${RESTAURANTE_ID}/webhooks/${id}`),
    );

    await store.webhooks.activate(RESTAURANTE_ID, id, { ...entryOf(bench.clock.now()) });
    await health.pass();
    assert.deepEqual(await health.open(), []);
  });

  test('twenty webhooks that fail together are one message for each person', async (t) => {
    await using sender = await makeSender(engine);
    const { bench, store, endpoint } = sender;
    const smtp = await startSmtp(t);
    const health = makeEvaluation(bench, { smtpUrl: smtp.url });
    await makePerson(store, 'ana');
    await makePerson(store, 'beto');
    endpoint.answer = () => answered(410);
    for (let n = 0; n < 20; n += 1) await makeHook(store, { id: `wh_${n}`, nombre: `W${n}` });
    await happen(store, 'a');
    await sender.settle();
    await health.pass();
    bench.clock.advance(MINUTE_MS);
    await health.tell();
    assert.equal((await health.open()).length, 20);
    assert.deepEqual(
      smtp.received.map(({ subject }) => subject),
      Array(2).fill('20 avisos de Comanda'),
    );
  });

  test('a reminder comes once a day, at most seven, and none once somebody knows', async (t) => {
    await using sender = await makeSender(engine);
    const { bench, store, endpoint } = sender;
    const smtp = await startSmtp(t);
    const health = makeEvaluation(bench, { smtpUrl: smtp.url });
    const ana = await makePerson(store, 'ana');
    await makeHook(store, { nombre: 'CRM' });
    endpoint.answer = () => answered(410);
    await happen(store, 'a');
    await sender.settle();
    await health.pass();
    for (let hours = 0; hours <= 10 * 24; hours += 6) {
      bench.clock.advance(6 * HOUR_MS);
      await health.pass();
      bench.clock.advance(MINUTE_MS);
      await health.tell();
    }
    assert.equal(smtp.received.length, 1 + 7);
    assert.equal(smtp.received.at(-1)?.subject, 'Sigue: El webhook «CRM» se ha desactivado');

    await makeHook(store, { id: 'wh_otro', nombre: 'BI' });
    await happen(store, 'b');
    await sender.settle();
    await health.pass();
    const [condition] = await store.health.listOpen(RESTAURANTE_ID);
    const entry = { ...entryOf(bench.clock.now()), actor: 'ana@pepa.example' };
    const know = () => store.health.acknowledge(RESTAURANTE_ID, condition?.id ?? '', entry);
    assert.equal(await store.health.acknowledge('rest_ajeno', condition?.id ?? '', entry), false);
    assert.deepEqual([await know(), await know()], [true, false]);
    bench.clock.advance(2 * DAY_MS);
    await health.pass();
    bench.clock.advance(MINUTE_MS);
    await health.tell();
    assert.equal(smtp.received.length, 9, 'its begin alone');

    await store.health.setPreferences(ana, {
      correo: true,
      silenciadas: ['webhook_desactivado'],
      idioma: 'en',
    });
    endpoint.answer = () => answered(200);
    await store.webhooks.activate(RESTAURANTE_ID, 'wh_otro', entry);
    await sender.settle();
    await health.pass();
    bench.clock.advance(MINUTE_MS);
    await health.tell();
    assert.equal(smtp.received.length, 9, 'muted');
  });
});

const entryOf = (momentoMs: number) => ({
  ...{
    momentoMs,
    actor: 'ana',
    accion: 'probado',
    objeto: 'x',
    restauranteId: RESTAURANTE_ID,
    detalle: {},
  },
});
