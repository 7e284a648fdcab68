import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../../../support/service.ts';
import { assertError, makeClient } from '../client.ts';
import { everyRoute, furnish } from '../world.ts';

const service = await startService({ after });
const api = makeClient(service.publicUrl);

for (const { operacion, path } of everyRoute(await furnish(service))) {
  test(`${operacion}: whatever cannot be done here, with what can`, async () => {
    const { token } = await service.makeLlave();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND', 'TRACE']) {
      const reply = await api(path, { token, method });
      const { error } = assertError(reply, 'metodo_invalido');
      assert.equal(reply.headers['allow'], 'GET, HEAD, OPTIONS', method);
      assert.match(error, /GET, HEAD, OPTIONS/);
    }
  });
}

test('whatever body comes along', async () => {
  const { token } = await service.makeLlave();
  const headers = { 'content-type': 'no such type' };
  for (const body of ['{', '{}', Buffer.alloc(1_000_000)]) {
    assertError(await api('/pedidos', { token, method: 'POST', headers, body }), 'metodo_invalido');
  }
});
