import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando } from '../../../support/samples.ts';
import { startService } from '../../../support/service.ts';
import { assertError, makeClient } from '../client.ts';
import { carryOut } from '../world.ts';

const service = await startService({ after });
const api = makeClient(service.publicUrl);
await carryOut(service, comando.guardarRestaurante());

test('no_encontrado: until the restaurant has a menu', async () => {
  const { token } = await service.makeLlave();
  for (const path of ['/carta', '/carta?solo_disponibles=true']) {
    assert.match(assertError(await api(path, { token }), 'no_encontrado').error, /carta/);
  }
  await carryOut(service, comando.guardarCarta());
  assert.equal((await api('/carta', { token })).status, 200);
});
