import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeRandomBytes } from '../../../../src/random.ts';
import { makeSecretBox, ownerOf } from '../../../../src/webhooks/secret-box.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../../../support/samples.ts';
import { startServiceOn } from '../../../support/service.ts';
import { assertError, makeClient } from '../client.ts';
import { carryOut } from '../world.ts';
import { create, list, post, URL_AJENA } from './hooks.ts';

const OTHER_ID = 'rest_otro';
const KEY = 'la-llave-de-los-secretos-bien-larga';

describeOnEngines('webhooks', async (engine) => {
  const service = await startServiceOn(engine, { after }, { SECRETS_KEY: KEY });
  const api = makeClient(service.publicUrl);
  await carryOut(
    service,
    comando.guardarRestaurante(),
    comando.guardarRestaurante(sampleRestaurante({ id: OTHER_ID, slug: 'otro' })),
  );
  const { token, llave } = await service.makeLlave();
  const other = (await service.makeLlave({ restauranteId: OTHER_ID })).token;

  test('is created with its secret, and listed without it', async () => {
    const made = await create(api, token, { nombre: 'CRM', eventos: ['pedido.nuevo', 'pedido.*'] });
    assert.match(made.id, /^wh_[0-9a-z]{26}$/);
    assert.match(made.secreto_firma, /^[0-9a-f]{64}$/);
    assert.deepEqual(made, {
      id: made.id,
      url: URL_AJENA,
      eventos: ['pedido.nuevo', 'pedido.*'],
      secreto_firma: made.secreto_firma,
      activo: true,
    });
    const listed = (await list(api, token)).find(({ id }) => id === made.id);
    assert.ok(listed);
    assert.deepEqual(listed, {
      id: made.id,
      nombre: 'CRM',
      url: URL_AJENA,
      eventos: ['pedido.nuevo', 'pedido.*'],
      activo: true,
      creado_en: listed.creado_en,
      ultima_entrega: null,
    });
    assert.ok(Math.abs(Date.parse(listed.creado_en) - Date.now()) < 60_000);
  });

  test('the secret is stored sealed, for this webhook and under this key', async () => {
    const { id, secreto_firma } = await create(api, token);
    const stored = await service.store.webhooks.get(RESTAURANTE_ID, id);
    assert.ok(stored);
    const { secreto } = stored;
    assert.equal(Buffer.from(secreto).includes(Buffer.from(secreto_firma, 'hex')), false);
    assert.equal(Buffer.from(secreto).includes(secreto_firma), false);
    const opened = makeSecretBox(KEY, makeRandomBytes()).open(secreto, ownerOf(RESTAURANTE_ID, id));
    assert.equal(opened.toString('hex'), secreto_firma);
  });

  test('missing fields have their defaults; repeated types count once', async () => {
    assert.deepEqual((await create(api, token)).eventos, ['*']);
    const twice = await create(api, token, { eventos: ['*', 'pedido.nuevo', '*'], nombre: null });
    assert.deepEqual(twice.eventos, ['*', 'pedido.nuevo']);
    const names = (await list(api, token)).map(({ nombre }) => nombre);
    assert.equal(names.at(-1), null);
  });

  test('the audit names the key, but neither the address nor the secret', async () => {
    const { id, secreto_firma } = await create(api, token, {
      url: 'https://crm.comanda.invalid/gancho?clave=1234',
    });
    const entries = await service.store.auditoria.list(RESTAURANTE_ID, 50);
    const entry = entries.find(({ objeto }) => objeto === id);
    assert.partialDeepStrictEqual(entry, {
      accion: 'webhook.creado',
      actor: llave.id,
      detalle: { eventos: ['*'], host: 'crm.comanda.invalid' },
    });
    assert.doesNotMatch(JSON.stringify(entries), new RegExp(`1234|${secreto_firma}`));
  });

  test('belongs to one restaurant', async () => {
    const mine = await create(api, token);
    const theirs = await create(api, other);
    const ids = (await list(api, other)).map(({ id }) => id);
    assert.ok(ids.includes(theirs.id) && !ids.includes(mine.id));
    const foreign: [method: string, path: string, body?: object][] = [
      ['DELETE', `/webhooks/${mine.id}`],
      ['GET', `/webhooks/${mine.id}/entregas`],
      ['GET', `/webhooks/${mine.id}/reenvios`],
      ['POST', `/webhooks/${mine.id}/prueba`],
      ['POST', `/webhooks/${mine.id}/activar`],
      ['POST', `/webhooks/${mine.id}/reenvios`, { desde: '2026-11-14' }],
    ];
    for (const [method, path, body] of foreign) {
      const ask = body === undefined ? { method, token: other } : post(body, { token: other });
      assertError(await api(path, ask), 'no_encontrado');
    }
    assert.ok((await list(api, token)).some(({ id }) => id === mine.id));
  });

  test('a restaurant has at most 20, even if they are created concurrently', async () => {
    const before = (await list(api, other)).length;
    const replies = await Promise.all(
      Array.from({ length: 25 }, () =>
        api('/webhooks', post({ url: URL_AJENA }, { token: other })),
      ),
    );
    const made = replies.filter(({ status }) => status === 201);
    assert.equal(before + made.length, 20);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      const { error, valores_validos } = assertError(reply, 'parametro_invalido');
      assert.match(error, /ya tiene 20 webhooks/);
      assert.equal(valores_validos, 'hasta 20 webhooks por restaurante');
    }
    const [first] = await list(api, other);
    const removed = await api(`/webhooks/${first?.id}`, { method: 'DELETE', token: other });
    assert.equal(removed.status, 200);
    await create(api, other);
  });
});
