import assert from 'node:assert/strict';
import { copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { describeData } from '../../src/cli/store.ts';
import { loadConfig } from '../../src/config/config.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import { until } from '../support/until.ts';
import { installComanda, ndjson } from './comanda.ts';

describe('a command that only looks', () => {
  const COMMANDS = [
    ['restaurants', 'list'],
    ['keys', 'list'],
    ['users', 'list'],
    ['customers', 'show', '--restaurant', 'rest_x', '--phone', '600123456'],
    ['backup', 'copy.db'],
  ];
  for (const command of COMMANDS) {
    it(`${command.slice(0, 2).join(' ')} creates nothing where there is no database`, async (t) => {
      const { run, folder } = installComanda(t);
      const args = command.map((word) => (word === 'copy.db' ? join(folder, word) : word));
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /there is no database yet: SQLite in .*\. Is DATA_DIR right\?/);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('does not take a folder that it cannot look into for an empty one', async (t) => {
    const { run, folder } = installComanda(t);
    const loop = join(folder, 'loop');
    await symlink(loop, loop);
    const { code, stderr } = await run(['keys', 'list'], { env: { DATA_DIR: loop } });
    assert.equal(code, 1);
    assert.match(stderr, /comanda\.db cannot be made: ELOOP/);
  });
});

/** A limit in blocks of the shell, of 512 or 1,024 bytes: smaller than any database. */
const BLOCKS = 64;
/** Makes a copy that SQLite writes in several steps: after a failure in the only write it cleans up by itself. */
const ORDERS = 1_500;

const schemaVersion = (file: string): unknown => {
  const database = new DatabaseSync(file, { readOnly: true });
  const version = database.prepare('SELECT count(*) AS n FROM comanda_migrations').get()?.['n'];
  database.close();
  return version;
};

/** A `pg_dump` that makes `$file`, as told, and then does this. */
const installPgDump = async (folder: string, then: string) => {
  const [programs, temporary] = [join(folder, 'bin'), join(folder, 'tmp')];
  await Promise.all([mkdir(programs), mkdir(temporary)]);
  const script = `#!/bin/sh\nfile=$(echo "$3" | cut -d= -f2)\ntouch "$file"\n${then}\n`;
  await writeFile(join(programs, 'pg_dump'), script, { mode: 0o700 });
  const env = {
    DATABASE_URL: 'postgres://u:abracadabra@127.0.0.1:1/x',
    TMPDIR: temporary,
    PATH: `${programs}:${process.env['PATH']}`,
  };
  return { temporary, env };
};

describe('backup', () => {
  it('is a database that can replace the original', async (t) => {
    const { run, runProcess, folder } = installComanda(t);
    await run(['import', '-'], { input: ndjson(comando.guardarRestaurante()) });
    const file = join(folder, 'copy.db');
    const { code, stdout, stderr } = await runProcess(['backup', file]);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, `Wrote ${file}.\n`);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual((await readdir(folder)).sort(), ['copy.db', 'data'], 'and nothing else');

    const restored = join(folder, 'restored');
    await mkdir(restored);
    await copyFile(file, join(restored, 'comanda.db'));
    const listed = await run(['restaurants', 'list'], { env: { DATA_DIR: restored } });
    assert.match(listed.stdout, new RegExp(RESTAURANTE_ID));
  });

  it('leaves the schema as it is, for the program before an upgrade', async (t) => {
    const { run, folder, dataDir } = installComanda(t);
    await run(['migrate']);
    const original = join(dataDir, 'comanda.db');
    const database = new DatabaseSync(original);
    database.exec('DELETE FROM comanda_migrations');
    database.close();
    const file = join(folder, 'copy.db');
    const { code, stderr } = await run(['backup', file]);
    assert.equal(code, 0, stderr);
    assert.deepEqual([original, file].map(schemaVersion), [0, 0]);
  });

  it('leaves nothing behind when the disk has no room for it', async (t) => {
    const { run, startWithin, folder } = installComanda(t);
    const orders = comando.crearVarios(ORDERS);
    await run(['import', '-'], { input: ndjson(comando.guardarRestaurante(), ...orders) });
    const { code, stderr } = await startWithin(BLOCKS, ['backup', join(folder, 'copy.db')]).result;
    assert.equal(code, 1);
    assert.match(stderr, /^comanda: cannot write .*copy\.db: disk I\/O error\n$/);
    assert.deepEqual(await readdir(folder), ['data']);
  });

  it('leaves nothing behind when it is stopped, least of all the password for pg_dump', async (t) => {
    const { start, folder } = installComanda(t);
    const { temporary, env } = await installPgDump(folder, 'exec sleep 60');
    const running = start(['backup', join(folder, 'copy.dump')], { env });
    await until(async () => (await readdir(folder)).some((name) => name.endsWith('.partial')));
    running.child.kill('SIGTERM');
    const { code, stderr } = await running.result;
    assert.deepEqual([code, stderr], [143, 'Stopped: no backup was written.\n']);
    assert.deepEqual((await readdir(folder)).sort(), ['bin', 'tmp']);
    assert.deepEqual(await readdir(temporary), []);
  });

  it('does not overwrite a file that appears while it runs', async (t) => {
    const { runProcess, folder } = installComanda(t);
    const { env } = await installPgDump(folder, `printf precious > "\${file%.*.partial}"`);
    const file = join(folder, 'copy.dump');
    const { code, stderr } = await runProcess(['backup', file], { env });
    const message = `comanda: ${file} exists already; it was not changed\n`;
    assert.deepEqual([code, stderr], [1, message]);
    assert.equal(await readFile(file, 'utf8'), 'precious');
    assert.deepEqual((await readdir(folder)).sort(), ['bin', 'copy.dump', 'tmp']);
  });

  it('distinguishes an unusable temporary folder from an unusable target', async (t) => {
    const { runProcess, folder } = installComanda(t);
    const TMPDIR = join(folder, 'none');
    const DATABASE_URL = 'postgres://u:abracadabra@127.0.0.1:1/x';
    const { code, stderr } = await runProcess(['backup', join(folder, 'copy.dump')], {
      env: { DATABASE_URL, TMPDIR },
    });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `comanda: no folder can be made in ${TMPDIR}: no such file or folder; set TMPDIR to another\n`,
    );
  });

  it('never overwrites a file, and reports a folder that it cannot write to', async (t) => {
    const { run, folder } = installComanda(t);
    const taken = join(folder, 'taken.db');
    await writeFile(taken, 'precious');
    const [over, nowhere] = await Promise.all([
      run(['backup', taken]),
      run(['backup', join(folder, 'no', 'copy.db')]),
    ]);
    assert.deepEqual(
      [over.code, over.stderr],
      [1, `comanda: ${taken} exists already; it was not changed\n`],
    );
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.stderr, /^comanda: cannot write .*: no such file or folder\n$/);
  });
});

/** Puts a file that is no database in the place of the database. */
const installBroken = async (t: TestContext) => {
  const comanda = installComanda(t);
  await mkdir(comanda.dataDir);
  await writeFile(join(comanda.dataDir, 'comanda.db'), 'no database, but somebody’s file');
  return comanda;
};

describe('migrate', () => {
  it('makes the database, and says where it is', async (t) => {
    const { run, dataDir } = installComanda(t);
    const { code, stdout } = await run(['migrate']);
    assert.deepEqual([code, stdout], [0, `The database is up to date: SQLite in ${dataDir}.\n`]);
    assert.ok((await readdir(dataDir)).includes('comanda.db'));
  });

  it('says in one line that a database cannot be used, and leaves it alone', async (t) => {
    const { run, dataDir } = await installBroken(t);
    const { code, stderr } = await run(['migrate']);
    assert.equal(code, 1);
    assert.match(stderr, /^comanda: .*comanda\.db is not a SQLite database\n$/);
    assert.deepEqual(await readdir(dataDir), ['comanda.db']);
  });

  it('shows the stack when asked for it', async (t) => {
    const { run } = await installBroken(t);
    const { stderr } = await run(['migrate'], { env: { LOG_LEVEL: 'debug' } });
    assert.match(stderr, /^comanda: .*\nStorageUnusableError: [\s\S]*\n {4}at /);
  });
});

it('restaurants are created, once for each id', async (t) => {
  const { run } = installComanda(t);
  const create = (...args: string[]) => run(['restaurants', 'create', ...args]);
  const made = await create('--name', 'Casa Pepa', '--json');
  assert.partialDeepStrictEqual(JSON.parse(made.stdout), {
    slug: 'casa-pepa',
    nombre: 'Casa Pepa',
    zona_horaria: 'Europe/Madrid',
    ingesta: true,
  });
  const london = ['--timezone', 'Europe/London', '--currency', 'GBP', '--closed'];
  const own = await create('--name', 'The Anchor', '--id', 'rest_anchor', ...london);
  assert.equal(own.stdout, 'rest_anchor\n');
  assert.match(
    (await run(['restaurants', 'list'])).stdout,
    /rest_anchor .*Europe\/London .*refused/,
  );
  const again = await create('--name', 'Otro', '--id', 'rest_anchor');
  assert.deepEqual(
    [again.code, again.stderr],
    [1, 'comanda: there is a restaurant rest_anchor already\n'],
  );
  const nowhere = await create('--name', 'X', '--timezone', 'Madrid');
  assert.equal(nowhere.code, 2);
  assert.match(nowhere.stderr, /--timezone must be an IANA time zone, such as Europe\/Madrid/);
});

it('restaurants are suspended and resumed', async (t) => {
  const { run } = installComanda(t);
  await run(['import', '-'], { input: ndjson(comando.guardarRestaurante()) });
  const say = async (...args: string[]) => (await run(['restaurants', ...args])).stdout;
  assert.equal(
    await say('suspend', RESTAURANTE_ID),
    `Restaurant ${RESTAURANTE_ID} is now suspended.\n`,
  );
  assert.equal(JSON.parse(await say('list', '--json')).activo, false);
  assert.equal(
    await say('resume', RESTAURANTE_ID),
    `Restaurant ${RESTAURANTE_ID} is now active.\n`,
  );
  assert.equal(
    await say('resume', RESTAURANTE_ID),
    `Restaurant ${RESTAURANTE_ID} was already active.\n`,
  );
  const nobody = await run(['restaurants', 'suspend', 'rest_nadie']);
  assert.equal(nobody.code, 1);
  assert.match(nobody.stderr, /^comanda: there is no restaurant rest_nadie; /);
});

it('a database address is shown without its password', () => {
  const shown = (DATABASE_URL: string) => describeData(loadConfig({ DATABASE_URL }));
  assert.equal(shown('postgres://u:hunter2@db:5433/x?sslmode=require'), 'PostgreSQL at db:5433/x');
  assert.equal(shown('postgresql:///x?host=/run/postgresql'), 'PostgreSQL at /run/postgresql/x');
});
