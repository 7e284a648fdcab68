import { after, test } from 'node:test';
import { comando } from '../../../support/samples.ts';
import { startService } from '../../service.ts';
import { assertError, bearer } from '../client.ts';

const service = await startService({ after });
await service.command(comando.guardarRestaurante());
const { token } = await service.makeLlave();

test('no_encontrado: a path below /api that is no resource, by any method', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api?x',
    '/api/nada',
    '/api/restaurante/',
    '/api//restaurante',
    '/api/Restaurante',
    '/api/restaurante/otra',
    '/api%2Frestaurante',
    '/api/__proto__',
    '/api/restaurante%2Fotra',
    '/api/restaurante%00',
  ]) {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(service.publicUrl + path, { method, headers: bearer(token) });
      await assertError(response, 'no_encontrado', 404);
    }
  }
});

test('no_encontrado: outside /api too', async () => {
  for (const path of ['/', '/apis', '/api.json', '/..%2fapi/restaurante']) {
    await assertError(await fetch(service.publicUrl + path), 'no_encontrado', 404);
  }
});
