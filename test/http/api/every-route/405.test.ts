import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { everyRoute, furnish } from '../world.ts';

const { service, ask } = await startApi({ after });

for (const { operacion, path } of everyRoute(await furnish(service))) {
  test(`${operacion}: whatever cannot be done here, with what can`, async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND', 'TRACE']) {
      const reply = await ask(path, { method });
      const { error } = assertError(reply, 'metodo_invalido');
      assert.equal(reply.headers['allow'], 'GET, HEAD, OPTIONS', method);
      assert.match(error, /GET, HEAD, OPTIONS/);
    }
  });
}

test('whatever body comes along', async () => {
  const headers = { 'content-type': 'no such type' };
  for (const body of ['{', '{}', Buffer.alloc(1_000_000)]) {
    assertError(await ask('/pedidos', { method: 'POST', headers, body }), 'metodo_invalido');
  }
});
