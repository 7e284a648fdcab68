import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { everyRoute, seedSampleRestaurant } from '../world.ts';

const { service, ask } = await startApi({ after });
const BODY_BYTES_MAX = 1_024;

for (const { operacion, path } of everyRoute(await seedSampleRestaurant(service))) {
  test(`${operacion}: a body that nobody wants is refused when it is large`, async () => {
    const fits = await ask(path, { body: Buffer.alloc(BODY_BYTES_MAX) });
    assert.equal(fits.status, 200);
    for (const bytes of [BODY_BYTES_MAX + 1, 5_000_000]) {
      const reply = await ask(path, { body: Buffer.alloc(bytes) });
      const { error } = assertError(reply, 'cuerpo_demasiado_grande');
      assert.match(error, /1024/);
    }
  });
}
