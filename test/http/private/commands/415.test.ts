import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import { startService, toBody, WITH_KEY } from '../../../support/service.ts';

test('compressed commands are refused as a whole; «identity» is accepted', async (t) => {
  const service = await startService(t);
  const plain = Buffer.from(toBody([comando.guardarRestaurante()]));
  const send = (encoding: string, body: Buffer<ArrayBuffer>) =>
    fetch(`${service.privateUrl}/commands`, {
      method: 'POST',
      headers: { ...WITH_KEY, 'content-encoding': encoding },
      body,
    });
  const refused = await send('gzip', gzipSync(plain));
  assert.equal(refused.status, 415);
  assert.partialDeepStrictEqual(await refused.json(), {
    ok: false,
    error: 'Los comandos han de ir sin comprimir.',
    codigo: 'tipo_no_soportado',
  });
  assert.equal(await service.store.cuentas.find(RESTAURANTE_ID), null);
  assert.equal((await send('Identity', plain)).status, 200);
});
