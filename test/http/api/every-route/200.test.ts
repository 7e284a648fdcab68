import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TOKEN_LABELS } from '../../../../src/contract/ids.ts';
import { until } from '../../../support/until.ts';
import { words } from '../../../support/values/words.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { everyRoute, seedSampleRestaurant } from '../world.ts';

const { service, api, ask } = await startApi({ after });
const routes = everyRoute(await seedSampleRestaurant(service));

/** Headers about the circumstances of an answer: how, when and for whom it was given. */
const CIRCUMSTANCES = words('date x-request-id x-ratelimit-remaining x-ratelimit-reset ratelimit');

for (const { operacion, path } of routes) {
  describe(operacion, async () => {
    test('answers in full, with keys of either label alike', async () => {
      for (const etiqueta of TOKEN_LABELS) {
        const { token } = await service.makeLlave({ etiqueta });
        const { status } = await api(path, { token });
        assert.equal(status, 200);
      }
    });

    test('HEAD tells the same without the body', async () => {
      const get = await ask(path);
      const head = await ask(path, { method: 'HEAD' });
      assert.equal(head.status, 200);
      assert.equal(head.bytes.length, 0);
      for (const name of CIRCUMSTANCES) {
        delete get.headers[name];
        delete head.headers[name];
      }
      assert.deepEqual(head.headers, get.headers);
    });

    test('refuses unknown parameters, and ignores those that say nothing', async () => {
      const plain = await ask(path);
      for (const query of words('?x ?x=1&x=2 ?utm=a%20b ?x=%zz ?%zz=1 ?otro=0')) {
        const asked = path.includes('?') ? path + query.replace('?', '&') : path + query;
        assertError(await ask(asked), 'parametro_invalido');
      }
      for (const query of words('? ?& ?_ ?_=1&_=2 ?utm_source=a%20b ?_=%zz ?utm_x=0')) {
        const reply = await ask(path.includes('?') ? path + query.replace('?', '&') : path + query);
        assert.equal(reply.status, 200, query);
        assert.deepEqual(reply.bytes, plain.bytes, query);
      }
    });
  });
}

test('a letter of the path may be percent-encoded', async () => {
  assert.equal((await ask('/restaurant%65')).status, 200);
});

test('a harmless request id is repeated, any other is replaced', async () => {
  const idFor = async (given?: string) => {
    const headers = given === undefined ? {} : { 'x-request-id': given };
    return String((await ask('/restaurante', { headers })).headers['x-request-id']);
  };
  assert.equal(await idFor('pedido-7.a_b'), 'pedido-7.a_b');
  assert.equal(await idFor('x'.repeat(64)), 'x'.repeat(64));
  const made = [
    await idFor(),
    await idFor(''),
    await idFor('<script>'),
    await idFor('x'.repeat(65)),
  ];
  assert.equal(new Set(made).size, made.length);
  for (const id of made) assert.match(id, /^[0-9a-z]{12}-[0-9a-z]+$/);
});

test('another origin may read the answer and its headers, without cookies', async () => {
  const near = await ask('/restaurante');
  assert.equal(near.headers['access-control-allow-origin'], undefined);
  const { headers } = await ask('/restaurante', { headers: { origin: 'https://crm.example' } });
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['access-control-allow-credentials'], undefined);
  const exposed = new Set(headers['access-control-expose-headers']?.toLowerCase().split(', '));
  for (const name of words(`
      etag retry-after x-request-id x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
      ratelimit ratelimit-policy x-posicion content-disposition
    `)) {
    assert.ok(exposed.has(name), name);
  }
});

test('the use of a key is noted', async () => {
  const { token, llave } = await service.makeLlave();
  const lastUse = async () => (await service.store.llaves.get(llave.id))?.ultimoUsoMs ?? null;
  assert.equal(await lastUse(), null);
  const beforeMs = Date.now();
  await api('/restaurante', { token });
  await until(async () => (await lastUse()) !== null);
  const noted = (await lastUse()) ?? 0;
  assert.ok(noted >= beforeMs && noted <= Date.now());
});
