import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { startApi } from '../../http/api/start-api.ts';
import { furnish } from '../../http/api/world.ts';
import { comando, samplePedido } from '../../support/samples.ts';
import { installIntegrator } from './integrator.ts';

const { service, carryOut } = await startApi({ after });
await furnish(service);
await carryOut(
  ...Array.from({ length: 200 }, (_, i) =>
    comando.crear(samplePedido({ instrucciones: `${i} ${'x'.repeat(600)}` })),
  ),
);
const { token } = await service.makeLlave();
const reference = async (path: string): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${service.publicUrl}/api/exportacion/${path}`, { headers })).text();
};
const pedidos = await reference('pedidos?formato=ndjson');

const install = (t: TestContext, url = service.publicUrl) => {
  const comanda = installIntegrator(t, { url, token });
  const folder = join(comanda.folder, 'out');
  mkdirSync(folder);
  return { ...comanda, folder, file: join(folder, 'x.ndjson') };
};

describe('its name', () => {
  test('--format wins over any ending; without an ending it is ndjson', async (t) => {
    const { run, folder } = install(t);
    const named = join(folder, 'x.xls');
    assert.equal((await run(['export', 'iva', '-o', named, '--format', 'csv'])).code, 0);
    assert.equal(readFileSync(named, 'utf8'), await reference('iva?formato=csv'));
    const plain = join(folder, 'x');
    assert.equal((await run(['export', 'pedidos', '-o', plain])).code, 0);
    assert.equal(readFileSync(plain, 'utf8'), pedidos);
  });
});
