import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { auditEntry } from '../../../storage/conformance/harness.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { assertError, withToken } from '../client.ts';
import { startApi } from '../start-api.ts';
import { create, list, post, remove } from '../webhooks/hooks.ts';

describeOnEngines('a webhook', async (engine) => {
  const { service, api } = await startApi({ after }, engine);
  const { token, llave } = await service.makeLlave();
  const ask = withToken(api, token);

  test('a webhook is deleted once, and gone', async () => {
    const { id } = await create(ask);
    const { id: other } = await create(ask);
    const reply = await remove(ask, id);
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, { id, eliminado: true });
    assertError(await remove(ask, id), 'no_encontrado');
    const ids = (await list(ask)).map((each) => each.id);
    assert.ok(!ids.includes(id) && ids.includes(other));
    for (const path of ['entregas', 'reenvios']) {
      assertError(await ask(`/webhooks/${id}/${path}`), 'no_encontrado');
    }
    const entries = await service.store.auditoria.list(RESTAURANTE_ID, 10);
    assert.partialDeepStrictEqual(
      entries.find(({ accion }) => accion === 'webhook.eliminado'),
      { objeto: id, actor: llave.id },
    );
  });

  test('only the given fields are changed, by the rules of the registration', async () => {
    const { id, url } = await create(ask, { nombre: 'CRM', eventos: ['pedido.nuevo'] });
    const patch = (body: unknown, path = `/webhooks/${id}`) =>
      ask(path, { ...post(body), method: 'PATCH' });
    const mine = async () => (await list(ask)).find((each) => each.id === id);
    const before = await mine();
    const moved = 'https://otra.comanda.invalid/x?clave=1';
    let expected: object = { ...before };
    for (const [change, shown] of [
      [{ nombre: null }],
      [{ eventos: ['pedido.*', 'pedido.*'] }, { eventos: ['pedido.*'] }],
      [{ url: moved }],
    ]) {
      const reply = await patch(change);
      assert.equal(reply.status, 200, reply.text);
      expected = { ...expected, ...(shown ?? change) };
      assert.deepEqual(reply.body, expected);
      assert.deepEqual(await mine(), expected);
    }
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
    const { id } = await create(ask);
    const audit = auditEntry({ accion: 'webhook.desactivado', objeto: id });
    await service.store.webhooks.deactivate(RESTAURANTE_ID, id, audit);
    const isActive = async () => (await list(ask)).find((each) => each.id === id)?.activo;
    assert.equal(await isActive(), false);
    for (let i = 0; i < 2; i += 1) {
      const reply = await ask(`/webhooks/${id}/activar`, { method: 'POST' });
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
