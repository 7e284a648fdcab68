import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import { until } from '../support/until.ts';
import { installComanda, ndjson } from './comanda.ts';

interface Entry {
  momento: string;
  actor: string;
  accion: string;
  objeto: string;
  restaurante_id: string | null;
  detalle: Record<string, unknown>;
}

const readEntries = (stdout: string) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);

describe('audit', () => {
  it('has what operators did, oldest first, without personal data', async (t) => {
    const { run, folder } = installComanda(t);
    const file = join(folder, 'orders.ndjson');
    await writeFile(file, `${ndjson(comando.guardarRestaurante(), comando.crear())}oops\n`);
    await run(['import', file]);
    await run(['restaurants', 'suspend', RESTAURANTE_ID]);
    const phone = comando.crear().pedido.cliente?.telefono ?? '';
    await run(['customers', 'show', '--restaurant', RESTAURANTE_ID, '--phone', phone]);
    await run(['vacuum']);
    await run(['backup', join(folder, 'copy.db')]);
    const { stdout } = await run(['audit', '--json']);
    const entries = readEntries(stdout);
    assert.deepEqual(
      entries.map(({ accion }) => accion),
      [
        'importacion.empezada',
        'importacion.terminada',
        'restaurante.suspendido',
        'cliente.consultado',
        'base.compactada',
        'copia.hecha',
      ],
    );
    assert.ok(entries.every(({ actor }) => actor.startsWith('cli:')));
    const moments = entries.map(({ momento }) => Date.parse(momento));
    assert.deepEqual(
      moments.toSorted((a, b) => a - b),
      moments,
    );
    const [, imported, , shown, , copied] = entries;
    assert.deepEqual(
      [imported?.detalle['fichero'], imported?.detalle['aceptadas'], imported?.detalle['codigos']],
      ['orders.ndjson', 2, { json_invalido: 1 }],
    );
    assert.deepEqual(
      [shown?.objeto, shown?.detalle],
      [RESTAURANTE_ID, { por: 'telefono', pedidos: 1 }],
    );
    assert.equal(copied?.detalle['archivo'], join(folder, 'copy.db'));
    assert.ok(!stdout.includes(phone), 'no telephone number');
  });

  it('narrows by time and actor, and prints lines for people', async (t) => {
    const { run } = installComanda(t);
    await run(['import', '-'], { input: ndjson(comando.guardarRestaurante()) });
    await run(['restaurants', 'suspend', RESTAURANTE_ID]);
    const { stdout } = await run(['audit', '--since', '1h', '--actor', 'cli']);
    assert.match(stdout, /^\S+Z {2}cli:\S+ {2}restaurante\.suspendido {2}rest_casa_pepa$/m);
    const [later, others, wrong] = await Promise.all([
      run(['audit', '--since', '2999-01-01']),
      run(['audit', '--actor', 'cl']),
      run(['audit', '--since', 'soon']),
    ]);
    assert.deepEqual([later.stdout, others.stdout], ['', '']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--since must be a duration such as 24h or a time such as/);
  });

  it('follows, each entry once', async (t) => {
    const { run, start } = installComanda(t);
    await run(['import', '-'], { input: ndjson(comando.guardarRestaurante()) });
    const following = start(['audit', '--follow', '--json']);
    let heard = '';
    following.child.stdout.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
    });
    await until(async () => heard.includes('importacion.terminada'));
    await run(['restaurants', 'suspend', RESTAURANTE_ID]);
    await until(async () => heard.includes('restaurante.suspendido'));
    await run(['restaurants', 'resume', RESTAURANTE_ID]);
    await until(async () => heard.includes('restaurante.reanudado'));
    following.child.kill('SIGINT');
    const { code, stdout } = await following.result;
    assert.equal(code, 130);
    assert.equal(readEntries(stdout).length, 4);
  });
});
