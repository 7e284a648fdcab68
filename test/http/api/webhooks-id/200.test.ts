import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { auditEntry } from '../../../storage/conformance/harness.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { create, list, post } from '../webhooks/hooks.ts';

describeOnEngines('a webhook', async (engine) => {
  const { service, api } = await startApi({ after }, engine);
  const { token, llave } = await service.makeLlave();

  test('a webhook is deleted once, and gone', async () => {
    const { id } = await create(api, token);
    const { id: other } = await create(api, token);
    const reply = await api(`/webhooks/${id}`, { method: 'DELETE', token });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, { id, eliminado: true });
    assertError(await api(`/webhooks/${id}`, { method: 'DELETE', token }), 'no_encontrado');
    const ids = (await list(api, token)).map((each) => each.id);
    assert.ok(!ids.includes(id) && ids.includes(other));
    for (const path of ['entregas', 'reenvios']) {
      assertError(await api(`/webhooks/${id}/${path}`, { token }), 'no_encontrado');
    }
    const entries = await service.store.auditoria.list(RESTAURANTE_ID, 10);
    assert.partialDeepStrictEqual(
      entries.find(({ accion }) => accion === 'webhook.eliminado'),
      { objeto: id, actor: llave.id },
    );
  });

  test('only the given fields are changed, by the rules of the registration', async () => {
    const { id, url } = await create(api, token, { nombre: 'CRM', eventos: ['pedido.nuevo'] });
    const patch = (body: unknown, path = `/webhooks/${id}`) =>
      api(path, { ...post(body, { token }), method: 'PATCH' });
    const mine = async () => (await list(api, token)).find((each) => each.id === id);
    const before = await mine();
    for (const [change, expected] of [
      [{ nombre: null }, { nombre: null }],
      [{ eventos: ['pedido.*', 'pedido.*'] }, { eventos: ['pedido.*'] }],
      [
        { url: 'https://otra.comanda.invalid/x?clave=1' },
        { url: 'https://otra.comanda.invalid/x?clave=1' },
      ],
    ] as const) {
      const reply = await patch(change);
      assert.equal(reply.status, 200, reply.text);
      assert.partialDeepStrictEqual(reply.body, expected);
      assert.deepEqual(reply.body, await mine());
    }
    assert.deepEqual(await mine(), {
      ...before,
      nombre: null,
      eventos: ['pedido.*'],
      url: 'https://otra.comanda.invalid/x?clave=1',
    });
    for (const bad of [
      ...[{}, [], { url: 'https://10.0.0.1/' }, { url: 'http://example.com/' }, { url: null }],
      ...[{ eventos: [] }, { eventos: ['pedido.perdido'] }, { activo: false }, { nombre: 7 }],
    ]) {
      assertError(await patch(bad), 'parametro_invalido');
    }
    assertError(await patch({ url }, '/webhooks/wh_nada'), 'no_encontrado');
    const [entry] = await service.store.auditoria.list(RESTAURANTE_ID, 1);
    // The audit names only the host of the address: the rest may hold a secret of the receiver.
    assert.deepEqual(
      [entry?.accion, entry?.objeto, entry?.actor, entry?.detalle],
      ['webhook.cambiado', id, llave.id, { host: 'otra.comanda.invalid' }],
    );
  });

  test('an inactive webhook is turned on, and an active one stays on', async () => {
    const { id } = await create(api, token);
    const audit = auditEntry({ accion: 'webhook.desactivado', objeto: id });
    await service.store.webhooks.deactivate(RESTAURANTE_ID, id, audit);
    const isActive = async () => (await list(api, token)).find((each) => each.id === id)?.activo;
    assert.equal(await isActive(), false);
    for (let i = 0; i < 2; i += 1) {
      const reply = await api(`/webhooks/${id}/activar`, { method: 'POST', token });
      assert.equal(reply.status, 200);
      assert.partialDeepStrictEqual(reply.body, { id, activo: true });
      assert.equal(await isActive(), true);
    }
    const entries = await service.store.auditoria.list(RESTAURANTE_ID, 50);
    const turned = entries.filter(
      (each) => each.objeto === id && each.accion === 'webhook.activado',
    );
    assert.equal(turned.length, 1);
  });
});
