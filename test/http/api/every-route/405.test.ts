import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { words } from '../../../support/values/words.ts';
import { converse, statusesIn } from '../../../support/wire.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { everyOperation } from '../world.ts';

const { service, ask } = await startApi({ after });

const METHODS = words('GET POST PUT PATCH DELETE QUERY PROPFIND TRACE');
for (const [path, allow] of new Map(
  everyOperation('xxx_1').map((each) => [each.path, each.allow]),
)) {
  test(`${path}: refuses all methods but ${allow}, and names them`, async () => {
    for (const method of METHODS.filter((each) => !allow.split(', ').includes(each))) {
      const reply = await ask(path, { method });
      const { error } = assertError(reply, 'metodo_invalido');
      assert.equal(reply.headers['allow'], allow, method);
      assert.ok(error.includes(allow), error);
    }
  });
}

test('whatever body comes along', async () => {
  const headers = { 'content-type': 'no such type' };
  for (const body of ['{', '{}', Buffer.alloc(1_000_000)]) {
    assertError(await ask('/pedidos', { method: 'POST', headers, body }), 'metodo_invalido');
  }
});

test('methods that Node’s parser does not know get the one refusal of bytes that are no HTTP', async () => {
  for (const method of words('BREW get GETX X-Y DESCRIBE FLUSH CONNECT @GET X@GET')) {
    const head = `${method} /api/restaurante HTTP/1.1\r\nHost: comanda\r\n\r\n`;
    const text = await converse(service.publicUrl, head);
    assert.deepEqual(statusesIn(text), [400], text);
    assert.match(text, /\r\nconnection: close\r\n/);
    assert.doesNotMatch(text, /ratelimit/i);
    assert.match(text, /"codigo":"parametro_invalido"/);
  }
});
