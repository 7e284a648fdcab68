import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PERIODOS } from '../../../../src/contract/recursos/resumen.ts';
import { startService } from '../../../support/service.ts';
import { assertError, makeClient } from '../client.ts';
import { furnish } from '../world.ts';

const service = await startService({ after });
const api = makeClient(service.publicUrl);
await furnish(service);

test('parametro_invalido: periodo is one of five, once', async () => {
  const { token } = await service.makeLlave();
  for (const value of ['', 'HOY', 'mañana', '7', '8d', 'hoy,ayer', '%00', 'toString']) {
    const reply = await api(`/resumen?periodo=${value}`, { token });
    const { error, valores_validos } = assertError(reply, 'parametro_invalido');
    assert.match(error, /«periodo»/);
    assert.deepEqual(valores_validos, PERIODOS);
  }
  for (const query of ['periodo', 'periodo=hoy&periodo=hoy', 'periodo=%zz']) {
    assertError(await api(`/resumen?${query}`, { token }), 'parametro_invalido');
  }
});
