import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../../../support/service.ts';
import { assertError, makeClient } from '../client.ts';
import { everyRoute, furnish } from '../world.ts';

const service = await startService({ after });
const api = makeClient(service.publicUrl);
const BODY_BYTES_MAX = 65_536;

for (const { operacion, path } of everyRoute(await furnish(service))) {
  test(`${operacion}: a body that nobody wants is refused when it is large`, async () => {
    const { token } = await service.makeLlave();
    const fits = await api(path, { token, body: Buffer.alloc(BODY_BYTES_MAX) });
    assert.equal(fits.status, 200);
    for (const bytes of [BODY_BYTES_MAX + 1, 5_000_000]) {
      const reply = await api(path, { token, body: Buffer.alloc(bytes) });
      const { error } = assertError(reply, 'cuerpo_demasiado_grande');
      assert.match(error, /65536/);
    }
  });
}
