import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makePantallas } from '../../src/admin/pantallas.ts';
import { makeUsuarios } from '../../src/admin/usuarios.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { comando, RESTAURANTE_ID, seededRandomBytes } from '../support/samples.ts';
import { openTestStore } from '../support/service.ts';
import { placeIn } from '../support/values/place-in.ts';
import { installComanda, ndjson, said } from './comanda.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const withRestaurant = async (t: TestContext) => {
  const comanda = installComanda(t);
  const { code, stderr } = await comanda.run(['import', '-'], {
    input: ndjson(comando.guardarRestaurante()),
  });
  assert.equal(code, 0, stderr);
  const create = (...more: string[]) =>
    comanda.run([
      'keys',
      'create',
      '--restaurant',
      RESTAURANTE_ID,
      '--scopes',
      'carta.leer',
      ...more,
    ]);
  return { ...comanda, create };
};

const json = (text: string): Record<string, unknown> => JSON.parse(text);

describe('keys', () => {
  it('on a terminal: a table that fits, and a question before a key is revoked', async (t) => {
    const { run, startInTerminal } = installComanda(t);
    await run(['import', '-'], { input: ndjson(comando.guardarRestaurante()) });
    const scopes = 'pedidos.leer,carta.leer,restaurante.leer,stream.escuchar,webhook.recibir';
    const name = 'una llave con un nombre bastante largo';
    const restaurant = ['--restaurant', RESTAURANTE_ID];
    const made = await run([
      'keys',
      'create',
      ...restaurant,
      '--scopes',
      scopes,
      '--name',
      name,
      '--json',
    ]);
    const { id } = JSON.parse(made.stdout);
    const { stdout: shown } = await startInTerminal(['keys', 'list']).result;
    for (const line of shown.trimEnd().split('\r\n')) assert.ok([...line].length <= 80, line);
    const { stdout: whole } = await run(['keys', 'list']);
    assert.ok(whole.includes(name) && whole.includes(scopes));

    const asked = startInTerminal(['keys', 'revoke', id]);
    await said(asked, 'stdout', /for good\. \[y\/N\]/);
    asked.child.stdin.write('n\r');
    assert.equal((await asked.result).code, 1);
    const sure = startInTerminal(['keys', 'revoke', id]);
    await said(sure, 'stdout', /\[y\/N\]/);
    sure.child.stdin.write('y\r');
    assert.match((await sure.result).stdout, /is revoked\./);
    const again = await startInTerminal(['keys', 'revoke', id, '--yes', '--json']).result;
    assert.match(again.stdout, new RegExp(`^\\{"id":"${id}","revocada":true\\}`));
  });

  it('are created, listed, rotated and revoked', async (t) => {
    const { run, create } = await withRestaurant(t);
    const made = await create('--json', '--name', 'BI ñandú', '--expires', '2099-01-31');
    assert.equal(made.code, 0, made.stderr);
    assert.equal(made.stderr, '');
    assert.match(made.stdout, /^[^\n]+\n$/, 'one line');
    const key = json(made.stdout);
    assert.deepEqual(Object.keys(key), ['id', 'token', 'restaurante_id', 'alcances', 'expira_en']);
    assert.match(String(key['token']), /^svc_live_[0-9a-f]{32}$/);
    assert.deepEqual(key['alcances'], ['carta.leer']);
    assert.equal(key['expira_en'], '2099-01-31T00:00:00Z');
    const id = String(key['id']);

    const listed = await run(['keys', 'list', '--json', '--restaurant', RESTAURANTE_ID]);
    const entry = json(listed.stdout);
    assert.equal(entry['id'], id);
    assert.equal(entry['nombre'], 'BI ñandú');
    assert.equal(entry['estado'], 'activa');
    assert.match(String(entry['creador']), /^cli:./);
    assert.equal(entry['pista'], String(key['token']).slice(-4));

    const rotated = json((await run(['keys', 'rotate', id, '--grace', '30m', '--json'])).stdout);
    assert.equal(rotated['anterior_id'], id);
    assert.notEqual(rotated['token'], key['token']);
    assert.equal(rotated['expira_en'], '2099-01-31T00:00:00Z');

    const revoked = await run(['keys', 'revoke', id]);
    assert.equal(revoked.stdout, `Key ${id} is revoked.\n`);
    const again = await run(['keys', 'revoke', id]);
    assert.deepEqual([again.code, again.stdout], [0, `Key ${id} was already revoked.\n`]);
    const late = await run(['keys', 'rotate', id]);
    assert.equal(late.code, 1);
    assert.match(late.stderr, /is revoked; create a new one/);

    const table = (await run(['keys', 'list'])).stdout.trimEnd().split('\n');
    assert.equal(table.length, 3);
    const column = table[0]?.indexOf('STATE') ?? -1;
    const states = table.slice(1).map((line) => line.slice(column).split(' ', 1).join());
    assert.deepEqual(states, ['active', 'revoked']);
  });

  it('without --json, stdout has the token alone, and stderr the rest', async (t) => {
    const { create } = await withRestaurant(t);
    const { code, stdout, stderr } = await create('--label', 'test');
    assert.equal(code, 0);
    assert.match(stdout, /^svc_test_[0-9a-f]{32}\n$/);
    assert.match(stderr, /expires never/);
    assert.match(stderr, /cannot be shown again/);
  });

  it('refuses invalid input with an exit code for each reason', async (t) => {
    const { run, create } = await withRestaurant(t);
    const past = await create('--expires', '2020-01-01T00:00:00Z');
    assert.deepEqual([past.code, past.stderr], [2, 'comanda: --expires is in the past\n']);
    for (const args of [
      ['keys', 'create', '--scopes', 'carta.leer'],
      ['keys', 'list'],
      ['screens', 'list', '--json'],
    ]) {
      const nobody = await run([...args, '--restaurant', 'rest_nadie']);
      assert.equal(nobody.code, 1);
      assert.match(nobody.stderr, /^comanda: there is no restaurant rest_nadie; /);
    }
    const none = await run(['keys', 'revoke', 'llv_nada']);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /^comanda: there is no key llv_nada; /);
  });

  it('survives a closed pipe', async (t) => {
    const { start, create } = await withRestaurant(t);
    await create();
    const { child, result } = start(['keys', 'list'], { input: '' });
    result.catch(() => 'its stdout was cut off');
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.equal(stderr, '');
    assert.equal(code, 0);
  });

  it('fails with one line where stdout cannot be written', async (t) => {
    const { runOnFullDisk, create, run } = await withRestaurant(t);
    await create();
    const line = 'comanda: standard output cannot be written: no space left on device\n';
    const failed = { code: 1, stderr: line };
    assert.deepEqual(await runOnFullDisk(['keys', 'list', '--json']), failed);
    assert.deepEqual(await runOnFullDisk(['--help']), failed);
    const made = await runOnFullDisk([
      ...['keys', 'create', '--restaurant', RESTAURANTE_ID, '--scopes', 'carta.leer'],
    ]);
    assert.equal(made.code, 1);
    assert.ok(made.stderr.endsWith(line), made.stderr);
    const [, id = ''] = /^Key (\S+) for/.exec(made.stderr) ?? [];
    assert.equal((await run(['keys', 'revoke', id])).code, 0, 'it says which key was made');
    const silent = await runOnFullDisk(['keys', 'list', '--restaurant', 'rest_nadie']);
    assert.equal(silent.stderr.includes('standard output'), false, 'nothing was to be written');
  });

  it('fails when stdout takes only a part, as on a disk that fills up', async (t) => {
    const { folder } = installComanda(t);
    const script = 'ulimit -f 1; exec "$0" src/main.ts --help > "$1"';
    const args = ['-c', script, process.execPath, join(folder, 'x')];
    const env = { PATH: process.env['PATH'] };
    await assert.rejects(promisify(execFile)('sh', args, { cwd: ROOT, env }), {
      code: 1,
      stderr: 'comanda: standard output cannot be written: file too large\n',
    });
  });
});

it('npm run -s comanda -- keys create --json prints one line of JSON', async (t) => {
  const { dataDir } = await withRestaurant(t);
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      ...['run', '-s', 'comanda', '--', 'keys', 'create', '--json'],
      ...['--restaurant', RESTAURANTE_ID, '--scopes', 'pedidos.leer,carta.leer'],
    ],
    { cwd: ROOT, env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir } },
  );
  assert.match(stdout, /^[^\n]+\n$/);
  const { token } = json(stdout);
  assert.match(String(token), /^svc_live_[0-9a-f]{32}$/);
});

describe('screens', () => {
  it('are listed and revoked', async (t) => {
    const { run, dataDir } = await withRestaurant(t);
    const store = await openTestStore({ databaseUrl: null, dataDir });
    const deps = { store, clock: systemClock, randomBytes: seededRandomBytes(5) };
    const admin = { ...deps, mintId: makeMintId(deps.randomBytes) };
    const email = 'ana@pepa.example';
    const made = await makeUsuarios(admin).create({ email, ...placeIn(RESTAURANTE_ID) }, 'x');
    assert.ok(made.outcome === 'created');
    const input = { restauranteId: RESTAURANTE_ID, nombre: 'Barra', clase: 'cocina' } as const;
    const screen = await makePantallas(admin).create(input, made.usuario);
    await store.close();
    assert.ok(screen.outcome === 'created');

    const { stdout } = await run(['screens', 'list', '--json', '--restaurant', RESTAURANTE_ID]);
    assert.partialDeepStrictEqual(json(stdout), {
      id: screen.pantalla.id,
      restaurante_id: RESTAURANTE_ID,
      nombre: 'Barra',
      clase: 'cocina',
      creador: email,
      vista_en: null,
    });
    assert.ok(!stdout.includes(screen.token));
    const revoked = await run(['screens', 'revoke', screen.pantalla.id]);
    assert.equal(revoked.code, 0, revoked.stderr);
    const again = await run(['screens', 'revoke', screen.pantalla.id]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /there is no screen pan_/);
    assert.match((await run(['screens', 'list'])).stderr, /^No screens/);
  });
});

it('keys show has the key and its use, and says when there is no such key', async (t) => {
  const { run, create } = await withRestaurant(t);
  const made = await create('--json');
  const { id } = JSON.parse(made.stdout);
  const { code, stdout } = await run(['keys', 'show', id, '--json']);
  assert.equal(code, 0);
  const shown = JSON.parse(stdout);
  assert.equal(shown.id, id);
  assert.deepEqual([shown.dias, shown.operaciones, shown.redes, shown.agentes], [[], [], [], []]);
  const unknown = await run(['keys', 'show', 'llv_nadie']);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /there is no key llv_nadie/);
});
