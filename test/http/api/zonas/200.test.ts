import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando, sampleZonas } from '../../../support/samples.ts';
import { startService } from '../../../support/service.ts';
import { makeClient } from '../client.ts';
import { carryOut } from '../world.ts';

const service = await startService({ after });
const api = makeClient(service.publicUrl);
await carryOut(service, comando.guardarRestaurante());

test('gives the zones as they are, none before there are any', async () => {
  const { token } = await service.makeLlave();
  const read = async () => (await api('/zonas', { token })).body;
  assert.deepEqual(await read(), { datos: [] });

  const [centro] = sampleZonas();
  assert.ok(centro);
  const norte = { ...centro, id: 'zon_norte', nombre: 'Peñagrande', activa: false, color: '#fff' };
  await carryOut(service, comando.guardarZonas([norte, centro]));
  assert.deepEqual(await read(), { datos: [norte, centro] });

  await carryOut(service, comando.guardarZonas([]));
  assert.deepEqual(await read(), { datos: [] });
});
