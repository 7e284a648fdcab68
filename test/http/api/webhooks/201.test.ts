import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeRandomBytes } from '../../../../src/platform/random.ts';
import { makeSecretBox, ownerOf } from '../../../../src/webhooks/secret-box.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../../../support/samples.ts';
import { assertError, withToken } from '../client.ts';
import { startApi } from '../start-api.ts';
import { create, everyRequestOn, JSON_TYPE, list, post, remove, URL_AJENA } from './hooks.ts';

const OTHER_ID = 'rest_otro';
const KEY = 'la-llave-de-los-secretos-bien-larga';

describeOnEngines('webhooks', async (engine) => {
  const { service, api, carryOut } = await startApi({ after }, engine, { SECRETS_KEY: KEY });
  await carryOut(comando.guardarRestaurante(sampleRestaurante({ id: OTHER_ID, slug: 'otro' })));
  const { token, llave } = await service.makeLlave();
  const { token: foreign } = await service.makeLlave({ restauranteId: OTHER_ID });
  const [ask, other] = [withToken(api, token), withToken(api, foreign)];

  test('is created with its secret, and listed without it', async () => {
    const made = await create(ask, { nombre: 'CRM', eventos: ['pedido.nuevo', 'pedido.*'] });
    assert.match(made.id, /^wh_[0-9a-z]{26}$/);
    assert.match(made.secreto_firma, /^[0-9a-f]{64}$/);
    assert.deepEqual(made, {
      id: made.id,
      url: URL_AJENA,
      eventos: ['pedido.nuevo', 'pedido.*'],
      secreto_firma: made.secreto_firma,
      activo: true,
    });
    const listed = (await list(ask)).find(({ id }) => id === made.id);
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
    const { id, secreto_firma } = await create(ask);
    const stored = await service.store.webhooks.get(RESTAURANTE_ID, id);
    assert.ok(stored);
    const { secreto } = stored;
    assert.equal(Buffer.from(secreto).includes(Buffer.from(secreto_firma, 'hex')), false);
    assert.equal(Buffer.from(secreto).includes(secreto_firma), false);
    const opened = makeSecretBox([KEY], makeRandomBytes()).open(
      secreto,
      ownerOf(RESTAURANTE_ID, id),
    );
    assert.equal(opened.toString('hex'), secreto_firma);
  });

  test('missing fields have their defaults; repeated types count once', async () => {
    assert.deepEqual((await create(ask)).eventos, ['*']);
    const twice = await create(ask, { eventos: ['*', 'pedido.nuevo', '*'], nombre: null });
    assert.deepEqual(twice.eventos, ['*', 'pedido.nuevo']);
  });

  test('a body may begin with a byte order mark, as files of Windows do', async () => {
    const body = Buffer.from(`\ufeff${JSON.stringify({ url: URL_AJENA })}`);
    const reply = await ask('/webhooks', { method: 'POST', headers: JSON_TYPE, body });
    assert.equal(reply.status, 201, reply.text);
    const names = (await list(ask)).map(({ nombre }) => nombre);
    assert.equal(names.at(-1), null);
  });

  test('the audit names the key, but neither the address nor the secret', async () => {
    const { id, secreto_firma } = await create(ask, {
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
    const mine = await create(ask);
    const theirs = await create(other);
    const ids = (await list(other)).map(({ id }) => id);
    assert.ok(ids.includes(theirs.id) && !ids.includes(mine.id));
    for (const [path, how] of everyRequestOn(mine.id)) {
      assertError(await other(path, how), 'no_encontrado');
    }
    assert.ok((await list(ask)).some(({ id }) => id === mine.id));
  });

  test('a restaurant has at most 20, even if they are created concurrently', async () => {
    const before = (await list(other)).length;
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => other('/webhooks', post({ url: URL_AJENA }))),
    );
    const made = replies.filter(({ status }) => status === 201);
    assert.equal(before + made.length, 20);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      const { error, valores_validos } = assertError(reply, 'parametro_invalido');
      assert.match(error, /ya tiene 20 webhooks/);
      assert.deepEqual(valores_validos, ['hasta 20 webhooks por restaurante']);
    }
    const [first] = await list(other);
    assert.equal((await remove(other, first?.id ?? '')).status, 200);
    await create(other);
  });
});
