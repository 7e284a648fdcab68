import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando, sampleZonas } from '../../../support/samples.ts';
import { startApi } from '../start-api.ts';

const { ask, carryOut } = await startApi({ after });

test('gives the zones as they are, none before there are any', async () => {
  const read = async () => (await ask('/zonas')).body;
  assert.deepEqual(await read(), { datos: [] });

  const [centro] = sampleZonas();
  assert.ok(centro);
  const norte = { ...centro, id: 'zon_norte', nombre: 'Peñagrande', activa: false, color: '#fff' };
  await carryOut(comando.guardarZonas([norte, centro]));
  assert.deepEqual(await read(), { datos: [norte, centro] });

  await carryOut(comando.guardarZonas([]));
  assert.deepEqual(await read(), { datos: [] });
});
