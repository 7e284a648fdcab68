import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sampleRestaurante } from '../../../support/samples.ts';
import { closeMonth } from '../../../support/values/close-month.ts';
import { assertError } from '../client.ts';
import { startApi, withKeys } from '../start-api.ts';
import { seedSampleRestaurant } from '../world.ts';

const { service, api, ask } = await startApi({ after });
const { id } = await closeMonth(service.store, '2026-10');

test('400: parameters out of their range', async () => {
  for (const [query, allowed] of [
    ['/cierres?limite=0', /1\.\.500/],
    ['/cierres?mes=2026-10', /limite,antes_de/],
    [`/cierres/${id}/cambios?limite=501`, /1\.\.500/],
    [`/cierres/${id}/cambios?despues_de=42`, /ped_/],
  ] as const) {
    const { valores_validos } = assertError(await ask(query), 'parametro_invalido');
    assert.match(String(valores_validos), allowed);
  }
});

test('403 without the scope', async () => {
  const { token } = await service.makeLlave({ alcances: ['carta.leer'] });
  for (const path of ['/cierres', `/cierres/${id}`, `/cierres/${id}/cambios`]) {
    assertError(await api(path, { token }), 'alcance_insuficiente');
  }
});

test('404: unknown closings, and those of another restaurant', async () => {
  const other = 'rest_otro';
  await seedSampleRestaurant(service, sampleRestaurante({ id: other, slug: 'otro' }));
  const askOther = withKeys(api, service, other);
  const paths = (of: string) => [
    ...[`/cierres/${of}`, `/cierres/${of}/cambios`, `/cierres?antes_de=${of}`],
  ];
  for (const path of [...paths('cie_nada'), ...paths('ped_1')]) {
    assertError(await ask(path), 'no_encontrado');
  }
  for (const path of paths(id)) assertError(await askOther(path), 'no_encontrado');
  assert.deepEqual((await askOther('/cierres')).body, { datos: [] });
});
