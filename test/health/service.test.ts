import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { PROCESS_LEASE } from '../../src/health/sources/service.ts';
import { makeUnsubscribing } from '../../src/health/tell/unsubscribing.ts';
import { startApi } from '../http/api/start-api.ts';
import { create, remove } from '../http/api/webhooks/hooks.ts';
import { describeOnEngines } from '../support/engines.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import { readMetric } from '../support/service.ts';
import { until } from '../support/until.ts';
import { makePerson } from './evaluation.ts';

const SECRET = 'ab'.repeat(32);

interface ConditionEvent {
  id: string;
  tipo: string;
  restaurante_id: string;
  datos: { condicion: { tipo: string; objeto: string; hasta: string | null; enlace: string } };
}

describeOnEngines('the service', (engine) => {
  test('a webhook that is switched off shows in metrics and calls the operator, until it is gone', async (t) => {
    const receiver = await startReceiver(t);
    const base = `http://127.0.0.1:${receiver.ports.http}`;
    const { service, ask, carryOut } = await startApi(t, engine, {
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      OPERATOR_WEBHOOK_URL: `${base}/status/200?operador`,
      OPERATOR_WEBHOOK_SECRET: SECRET,
    });
    const { id } = await create(ask, { url: `${base}/status/410`, nombre: 'CRM' });
    await carryOut(comando.crear());
    const gauge = () => readMetric(service, 'comanda_conditions{kind="webhook_desactivado"}');
    await until(async () => (await gauge()) === 1);
    await until(
      async () =>
        (await service.store.auditoria.list(RESTAURANTE_ID, 1))[0]?.accion === 'condicion.abierta',
    );
    await receiver.requests('/status/200?operador');
    await remove(ask, id);
    await until(async () => (await gauge()) === 0);
    const calls = await receiver.requests('/status/200?operador', 2);
    const library = new Webhook(Buffer.from(SECRET, 'hex').toString('base64'));
    const told = calls.map(({ bodyBase64, headers }) => {
      const event = library.verify(Buffer.from(bodyBase64, 'base64'), headers) as ConditionEvent;
      assert.equal(headers['x-svc-id'], event.id);
      assert.equal(headers['x-svc-evento'], event.tipo);
      const { condicion } = event.datos;
      return [
        event.tipo,
        event.restaurante_id,
        condicion.tipo,
        condicion.objeto,
        condicion.hasta !== null,
      ];
    });
    assert.deepEqual(told, [
      ['condicion.abierta', RESTAURANTE_ID, 'webhook_desactivado', id, false],
      ['condicion.cerrada', RESTAURANTE_ID, 'webhook_desactivado', id, true],
    ]);
    const events = await service.store.log.events(RESTAURANTE_ID, 0, 10);
    assert.equal(events.length, 1, 'nothing of it enters the log of the restaurant');
  });

  test('a link in a message ends such messages by POST alone', async (t) => {
    const { service } = await startApi(t, engine);
    const { store, publicUrl } = service;
    const ana = await makePerson(store, 'ana');
    const secret = await store.secret('avisos');
    const { pathOf } = makeUnsubscribing({ store: store.health, secret });
    const link = publicUrl + pathOf(ana);
    const isWanted = async () => (await store.health.preferences(ana)).correo;
    const page = await fetch(link);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<form method="post">/);
    assert.equal(await isWanted(), true);
    const oneClick = {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    };
    for (const forged of [`${link}0`, link.replace(ana, 'usr_otra'), `${link.slice(0, -1)}x`]) {
      assert.equal((await fetch(forged, oneClick)).status, 404);
      assert.equal((await fetch(forged)).status, 404);
    }
    assert.equal(await isWanted(), true);
    assert.equal((await fetch(link, oneClick)).status, 200);
    assert.equal(await isWanted(), false);
  });

  test('the processes of the service say that they live, and no longer once they are stopped', async (t) => {
    const { service } = await startApi(t, engine);
    const { health } = service.store;
    const held = async (prefix: string) => (await health.leases(prefix)).length;
    await until(async () => (await held(PROCESS_LEASE)) === 1 && (await held('health')) === 1);
    await service.stop();
    assert.deepEqual(await health.leases(''), []);
  });
});
