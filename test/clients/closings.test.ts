import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Comanda } from '../../clients/typescript/src/index.ts';
import { startApi } from '../http/api/start-api.ts';
import { comando, samplePedidoEntero } from '../support/samples.ts';
import { closeMonth } from '../support/values/close-month.ts';
import { installIntegrator } from './cli/integrator.ts';

const ROOT = join(import.meta.dirname, '../..');
const hasPython = spawnSync('python3', ['--version']).status === 0;

const { service, carryOut } = await startApi({ after });
const late = (id: string) =>
  comando.importar(samplePedidoEntero({ id, creado_en: '2026-10-10T12:00:00.000Z' }));
await carryOut(late('ped_1'));
const { id, sello } = await closeMonth(service.store, '2026-10');
await carryOut(late('ped_2'));
const { token: key } = await service.makeLlave();
const url = service.publicUrl;

describe('closed months', () => {
  const comanda = new Comanda({ url, key });
  const asked = { formato: 'csv', cierre: id } as const;
  const wanted = async () => (await comanda.export('iva', asked)).text();

  test('in TypeScript', async () => {
    const { datos } = await comanda.cierres.list({ limite: 1 });
    assert.equal(datos[0]?.sello, sello);
    assert.equal((await comanda.cierres.get(id)).intacto, false);
    const changes = await comanda.cierres.changes(id);
    assert.deepEqual(
      changes.datos.map(({ pedido_id }) => pedido_id),
      ['ped_2'],
    );
    assert.deepEqual((await comanda.cierres.changes(id, { despues_de: 'ped_2' })).datos, []);
    const file = await wanted();
    assert.ok(file.includes('ped_1') && !file.includes('ped_2'));
  });

  test('in Python', async (t) => {
    if (!hasPython) {
      t.diagnostic('not run: python3 is not on this machine');
      return;
    }
    const program = `
import json
from comanda import Comanda
comanda = Comanda("${url}", "${key}")
with comanda.export("iva", formato="csv", cierre="${id}") as file:
    print(json.dumps([
        comanda.cierres.list(limite=1)["datos"][0]["sello"],
        comanda.cierres.get("${id}")["intacto"],
        [each["pedido_id"] for each in comanda.cierres.changes("${id}")["datos"]],
        file.read().decode(),
    ]))
`;
    const PYTHONPATH = join(ROOT, 'clients/python/src');
    const env = { PATH: process.env['PATH'], PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await promisify(execFile)('python3', ['-c', program], { env });
    assert.deepEqual(JSON.parse(stdout), [sello, false, ['ped_2'], await wanted()]);
  });

  test('comanda export --cierre', async (t) => {
    const integrator = installIntegrator(t, { url, token: key });
    const file = join(integrator.folder, 'iva.csv');
    const { code, stderr } = await integrator.run(['export', 'iva', '--cierre', id, '-o', file]);
    assert.equal(code, 0, stderr);
    assert.equal(readFileSync(file, 'utf8'), await wanted());
    const wrong = await integrator.run(['export', 'iva', '--cierre', 'octubre', '-o', file]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /must be the id of a closing/);
  });
});
