import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

const { ask } = await startApi({ after });

test('parametro_invalido: solo_disponibles is true or false, once', async () => {
  for (const value of ['', '1', '0', 'TRUE', 'si', 'true,false', '%00', 'true%20']) {
    const reply = await ask(`/carta?solo_disponibles=${value}`);
    const { error, valores_validos } = assertError(reply, 'parametro_invalido');
    assert.match(error, /«solo_disponibles»/);
    assert.deepEqual(valores_validos, ['true', 'false']);
  }
  for (const query of [
    'solo_disponibles',
    'solo_disponibles=true&solo_disponibles=true',
    'solo_disponibles=%zz',
  ]) {
    assertError(await ask(`/carta?${query}`), 'parametro_invalido');
  }
});
