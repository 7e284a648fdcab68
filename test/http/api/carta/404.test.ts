import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando } from '../../../support/samples.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

const { ask, carryOut } = await startApi({ after });

test('no_encontrado: until the restaurant has a menu', async () => {
  for (const path of ['/carta', '/carta?solo_disponibles=true']) {
    assert.match(assertError(await ask(path), 'no_encontrado').error, /carta/);
  }
  await carryOut(comando.guardarCarta());
  assert.equal((await ask('/carta')).status, 200);
});
