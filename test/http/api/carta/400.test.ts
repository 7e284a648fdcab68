import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../../../support/service.ts';
import { assertError, makeClient } from '../client.ts';
import { furnish } from '../world.ts';

const service = await startService({ after });
const api = makeClient(service.publicUrl);
await furnish(service);

test('parametro_invalido: solo_disponibles is true or false, once', async () => {
  const { token } = await service.makeLlave();
  for (const value of ['', '1', '0', 'TRUE', 'si', 'true,false', '%00', 'true%20']) {
    const reply = await api(`/carta?solo_disponibles=${value}`, { token });
    const { error, valores_validos } = assertError(reply, 'parametro_invalido');
    assert.match(error, /«solo_disponibles»/);
    assert.deepEqual(valores_validos, ['true', 'false']);
  }
  for (const query of [
    'solo_disponibles',
    'solo_disponibles=true&solo_disponibles=true',
    'solo_disponibles=%zz',
  ]) {
    assertError(await api(`/carta?${query}`, { token }), 'parametro_invalido');
  }
});
