import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando } from '../../../support/samples.ts';
import { startService } from '../../service.ts';
import { exchange } from '../../wire.ts';
import { assertError, bearer } from '../client.ts';

const service = await startService({ after });
await service.command(comando.guardarRestaurante());
// Not the scope of the route: a wrong method is told before that.
const { token } = await service.makeLlave({ alcances: ['carta.leer'] });

test('metodo_invalido: whatever cannot be done here, with what can', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'PROPFIND']) {
    const response = await fetch(`${service.publicUrl}/api/restaurante`, {
      method,
      headers: { ...bearer(token), 'content-type': 'no such type' },
      ...(method === 'DELETE' ? {} : { body: '{' }),
    });
    const { error } = await assertError(response, 'metodo_invalido', 405);
    assert.equal(response.headers.get('allow'), 'GET, HEAD, OPTIONS', method);
    assert.match(error, /GET, HEAD, OPTIONS/);
  }
});

test('a method that is not HTTP never gets that far', async () => {
  const { status, body } = await exchange(
    service.publicUrl,
    'FETCH /api/restaurante HTTP/1.1\r\nHost: comanda\r\n\r\n',
  );
  assert.equal(status, 400);
  assert.partialDeepStrictEqual(JSON.parse(body), { ok: false, codigo: 'parametro_invalido' });
});
