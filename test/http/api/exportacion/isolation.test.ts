import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TABLAS } from '../../../../src/contract/exportacion.ts';
import { samplePedido, sampleRestaurante } from '../../../support/samples.ts';
import { ENGINES } from '../../../support/service.ts';
import { bearer } from '../client.ts';
import { startApi } from '../start-api.ts';
import { seedSampleRestaurant } from '../world.ts';

for (const engine of ENGINES) {
  test(`${engine}: a key exports its own restaurant alone`, async () => {
    const { service } = await startApi({ after }, engine);
    const other = sampleRestaurante({ id: 'rest_otro', slug: 'otro' });
    await seedSampleRestaurant(service);
    await seedSampleRestaurant(service, other, samplePedido({ id: 'ped_ajeno' }));
    const { token } = await service.makeLlave({ restauranteId: 'rest_otro' });
    const { token: others } = await service.makeLlave({ restauranteId: 'rest_casa_pepa' });
    for (const tabla of TABLAS) {
      // The other formats are compressed, so that there is no text to look for.
      for (const formato of ['ndjson', 'csv']) {
        const url = `${service.publicUrl}/api/exportacion/${tabla}?formato=${formato}`;
        const hasForeign = async (key: string) => {
          const response = await fetch(url, { headers: bearer(key) });
          assert.equal(response.status, 200);
          return Buffer.from(await response.arrayBuffer()).includes('ped_ajeno');
        };
        const hasRows = tabla !== 'pagos';
        assert.equal(await hasForeign(token), hasRows, url);
        assert.equal(await hasForeign(others), false, url);
      }
    }
  });
}
