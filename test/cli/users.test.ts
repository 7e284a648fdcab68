import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { readSqlite } from '../ops/filled-service.ts';
import { RESTAURANTE_ID } from '../support/samples.ts';
import { installComanda } from './comanda.ts';

it('a user gets a link to choose a password', async (t) => {
  const { run } = installComanda(t);
  const env = { PUBLIC_URL: 'https://pedidos.example.com' };
  for (const [role, expected] of [
    [[], /^comanda: give --restaurant ID for a user of that restaurant, or --operator /],
    [['--operator', '--restaurant', RESTAURANTE_ID], /not both/],
    [['--operator', '--role', 'sala'], /an operator has no role/],
    [['--restaurant', RESTAURANTE_ID, '--role', 'jefa'], /propietaria, encargada/],
  ] as const) {
    const { code, stderr } = await run(['users', 'create', '--email', 'a@example.com', ...role]);
    assert.equal(code, 2);
    assert.match(stderr, expected);
  }
  const made = await run(['users', 'create', '--email', 'Pepa@example.com', '--operator'], { env });
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^https:\/\/pedidos\.example\.com\/panel\/alta#[\w-]{43}\n$/);
  assert.match(made.stderr, /pepa@example\.com, all \(operator\)/);
  const again = await run([
    'users',
    'create',
    '--email',
    'pepa@EXAMPLE.com',
    '--operator',
    '--json',
  ]);
  assert.deepEqual(
    [again.code, again.stdout, again.stderr],
    [1, '', 'comanda: there is a user pepa@example.com already\n'],
  );

  const link = await run(['users', 'link', 'PEPA@example.com'], { env });
  assert.equal(link.code, 0, link.stderr);
  assert.match(link.stdout, /^https:\/\/pedidos\.example\.com\/panel\/alta#[\w-]{43}\n$/);
  assert.notEqual(link.stdout, made.stdout);
  const nobody = await run(['users', 'link', 'nadie@example.com']);
  assert.equal(nobody.code, 1);
  assert.match(nobody.stderr, /there is no user nadie@example\.com/);
  const listed = await run(['users', 'list']);
  assert.match(listed.stdout, /pepa@example\.com +all \(operator\) +no password yet +never\n$/);
});

it('a user has a role in several restaurants', async (t) => {
  const { run } = installComanda(t);
  const user = ['users', 'create', '--email', 'luz@example.com', '--role', 'sala'];
  for (const id of ['rest_a', 'rest_b']) {
    const made = await run(['restaurants', 'create', '--name', id, '--id', id]);
    assert.equal(made.code, 0, made.stderr);
  }
  const unknown = await run([...user, '--restaurant', 'rest_a', '--restaurant', 'rest_nadie']);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /there is no restaurant rest_nadie/);
  const made = await run([...user, '--restaurant', 'rest_b', '--restaurant', 'rest_a', '--json']);
  assert.equal(made.code, 0, made.stderr);
  const restaurantes = ['rest_a', 'rest_b'].map((id) => ({ id, rol: 'sala', suspendido: false }));
  assert.partialDeepStrictEqual(JSON.parse(made.stdout), { operador: false, restaurantes });
  const listed = await run(['users', 'list']);
  assert.match(
    listed.stdout,
    /luz@example\.com +rest_a \(sala\), rest_b \(sala\) +no password yet/,
  );
});

it('a user is disabled, enabled and, once disabled, deleted', async (t) => {
  const { run, dataDir } = installComanda(t);
  const create = ['users', 'create', '--email', 'pepa@example.com', '--operator'];
  assert.equal((await run(create)).code, 0);
  const say = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(['users', ...words]);
    assert.equal(code === 0, stderr === '', stderr);
    return stdout + stderr;
  };
  assert.equal(
    await say('delete', 'pepa@example.com'),
    'comanda: user pepa@example.com is not disabled; disable it first: comanda users disable pepa@example.com\n',
  );
  assert.equal(
    await say('disable', 'PEPA@example.com'),
    'User pepa@example.com is now disabled.\n',
  );
  assert.equal(
    await say('disable', 'pepa@example.com'),
    'User pepa@example.com was already disabled.\n',
  );
  assert.equal(
    await say('link', 'pepa@example.com'),
    'comanda: user pepa@example.com is disabled; enable it first: comanda users enable pepa@example.com\n',
  );
  assert.equal(await say('enable', 'pepa@example.com'), 'User pepa@example.com is now enabled.\n');
  const { id, ...listed } = JSON.parse(await say('disable', 'pepa@example.com', '--json'));
  assert.deepEqual(listed, {
    ...{ email: 'pepa@example.com', operador: true, restaurantes: [] },
    ...{ estado: 'desactivado', ultimo_acceso_en: null },
    ...{ segundo_factor: false, factor_exigido: false },
  });
  const deleted = JSON.parse(await say('delete', 'pepa@example.com', '--json'));
  assert.deepEqual(deleted, { id, eliminado: true });
  assert.equal((await run(create)).code, 0);
  assert.equal(
    await say('require-factor', 'pepa@example.com'),
    'pepa@example.com must have a second factor.\n',
  );
  const off = JSON.parse(await say('require-factor', 'pepa@example.com', '--off', '--json'));
  assert.equal(off.factor_exigido, false);
  assert.equal(
    await say('reset-factors', 'pepa@example.com'),
    'comanda: user pepa@example.com has no second factor\n',
  );
  await say('disable', 'pepa@example.com');
  await say('delete', 'pepa@example.com');
  for (const command of ['disable', 'enable', 'delete', 'link', 'reset-factors']) {
    assert.equal(
      await say(command, 'pepa@example.com'),
      'comanda: there is no user pepa@example.com; see comanda users list\n',
    );
  }
  const tables = [...readSqlite(join(dataDir, 'comanda.db'))];
  const naming = tables.filter(([, rows]) => JSON.stringify(rows).includes('pepa@example.com'));
  assert.deepEqual(
    naming.map(([table]) => table),
    ['auditoria'],
  );

  assert.equal((await run(create)).code, 0);
  assert.equal(
    await say('disable', 'pepa@example.com'),
    'User pepa@example.com is now disabled.\n',
  );
  assert.equal(await say('delete', 'pepa@example.com'), 'Deleted user pepa@example.com.\n');
});

it('all users are listed, however many there are', async (t) => {
  const { run, dataDir } = installComanda(t);
  assert.equal((await run(['migrate'])).code, 0);
  const database = new DatabaseSync(join(dataDir, 'comanda.db'));
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5001)
    INSERT INTO usuarios (id, email, operador, creado_ms)
    SELECT 'usr_' || n, n || '@example.com', 1, 0 FROM numbers`);
  database.close();
  const { stdout } = await run(['users', 'list', '--json']);
  assert.equal(stdout.trimEnd().split('\n').length, 5001);
});
