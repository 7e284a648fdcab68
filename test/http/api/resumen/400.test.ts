import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PERIODOS } from '../../../../src/contract/recursos/resumen.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { furnish } from '../world.ts';

const { service, ask } = await startApi({ after });
await furnish(service);

test('parametro_invalido: periodo is one of five, once', async () => {
  for (const value of ['', 'HOY', 'mañana', '7', '8d', 'hoy,ayer', '%00', 'toString']) {
    const reply = await ask(`/resumen?periodo=${value}`);
    const { error, valores_validos } = assertError(reply, 'parametro_invalido');
    assert.match(error, /«periodo»/);
    assert.deepEqual(valores_validos, PERIODOS);
  }
  for (const query of ['periodo', 'periodo=hoy&periodo=hoy', 'periodo=%zz']) {
    assertError(await ask(`/resumen?${query}`), 'parametro_invalido');
  }
});
