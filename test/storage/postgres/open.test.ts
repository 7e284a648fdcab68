import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../../src/platform/clock.ts';
import { makeRandomBytes } from '../../../src/platform/random.ts';
import { backupDatabase } from '../../../src/storage/engines/postgres/backup/backup.ts';
import { openPostgresStore } from '../../../src/storage/engines/postgres/store.ts';
import { StorageUnusableError } from '../../../src/storage/port/errors.ts';
import { column } from '../../support/columns.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { freePort } from '../../support/machine/loopback.ts';
import { type Passing, startProxy } from '../../support/machine/proxy.ts';
import { createDatabase, createMigratedDatabase } from '../../support/postgres/databases.ts';
import { query, withClient } from '../../support/postgres/query.ts';
import { comando, RESTAURANTE_ID, sampleRestaurante } from '../../support/samples.ts';
import { accept } from '../conformance/harness.ts';
import { createRole } from './role.ts';

const UNVERIFIED = { isVerified: false };

const deps = { clock: systemClock, randomBytes: makeRandomBytes() };
const open = (url: string) => openPostgresStore(url, deps);

const changed = (url: string, changes: Partial<URL>): string =>
  Object.assign(new URL(url), changes).href;

const assertUnusable = async (url: string, expected: RegExp) => {
  const { hostname, port, pathname, password } = new URL(url);
  await assert.rejects(open(url), (error: unknown) => {
    assert.ok(error instanceof StorageUnusableError, String(error));
    assert.match(error.message, expected);
    assert.ok(error.message.includes(`database "${pathname.slice(1)}" at ${hostname}:${port}`));
    assert.ok(!error.message.includes('\n'), 'one line');
    assert.ok(password === '' || !error.message.includes(password), 'never the password');
    return true;
  });
};

/** Answers like PgBouncer without `ignore_startup_parameters`. */
const refuseOptions: Passing = (_, { client }) => {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', '', ''].join('\0');
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(4 + fields.length, 1);
  client.end(head + fields, 'latin1');
  return null;
};
/** Drops the options like PgBouncer with `ignore_startup_parameters`. */
const dropOptions: Passing = (bytes) =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replace(/(?<=\0options\0)[^\0]+/, (settings) => ' '.repeat(settings.length)),
    'latin1',
  );

/** Every column of the schema. */
const snapshot = (url: string) =>
  query(
    url,
    `SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS type
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1, a.attnum`,
  );

test('any number of processes that start together migrate once', async () => {
  await using database = await createDatabase();
  const stores = await Promise.all(Array.from({ length: 8 }, () => open(database.url)));
  const rows = await query<{ name: string }>(
    database.url,
    'SELECT name FROM comanda_migrations ORDER BY version',
  );
  const files = readdirSync(
    new URL('../../../src/storage/engines/postgres/migrations/', import.meta.url),
  );
  assert.deepEqual(column(rows, 'name'), files.sort());
  await Promise.all(stores.map((store) => store.ping()));
  await Promise.all(stores.map((store) => store.close()));
});

test('migrations and vacuum take longer than the database allows other work', async () => {
  await using database = await createDatabase();
  await query(database.url, `ALTER DATABASE ${database.name} SET statement_timeout = 1000`);
  await query(database.url, `ALTER DATABASE ${database.name} SET lock_timeout = 1000`);
  /** Runs `work` while another client holds a lock that it needs. */
  const behind = <T>(lock: string, work: () => Promise<T>): Promise<T> =>
    withClient(database.url, async (client) => {
      await client.query(`BEGIN; ${lock}`);
      const working = work();
      await Promise.race([working, wait(1_500)]);
      await client.query('ROLLBACK');
      return working;
    });
  const store = await behind("SELECT pg_advisory_xact_lock(x'436f6d61'::int)", () =>
    open(database.url),
  );
  try {
    await behind('LOCK TABLE pedidos', store.vacuum);
  } finally {
    await store.close();
  }
});

test('vacuum fails for a role that may use the tables but does not own them', async () => {
  await using database = await createDatabase();
  const store = await open(database.url);
  await store.close();
  await using role = await createRole(database.url);
  await query(
    database.url,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role.name}`,
  );
  const its = await open(role.url);
  try {
    await assert.rejects(its.vacuum(), /connect as the role that owns them: .*"pedidos"/);
  } finally {
    await its.close();
  }
});

describe('a PostgreSQL database that cannot be used says so in one line, and stays as it was', () => {
  test('newer than the program', async () => {
    await using database = await createDatabase();
    const store = await open(database.url);
    await store.cuentas.save(sampleRestaurante(), { ingesta: true });
    await accept(store, [comando.crear()]);
    await store.close();
    await query(database.url, `INSERT INTO comanda_migrations VALUES (2, '0002_later.sql', '')`);
    const before = await snapshot(database.url);
    await assertUnusable(database.url, /schema version 2 and this program knows only 1/);
    assert.deepEqual(await snapshot(database.url), before);
    await query(database.url, 'DELETE FROM comanda_migrations WHERE version = 2');
    const again = await open(database.url);
    assert.equal((await again.log.position(RESTAURANTE_ID))?.secuencia, 1);
    await again.close();
  });

  test('of a build that was never released', async () => {
    await using database = await createMigratedDatabase();
    const before = await snapshot(database.url);
    await query(database.url, `UPDATE comanda_migrations SET fingerprint = 'another'`);
    await assertUnusable(database.url, /a build that was never released.* begin with an empty one/);
    await query(database.url, 'ALTER TABLE comanda_migrations RENAME TO migraciones');
    await assertUnusable(database.url, /a build that was never released/);
    await query(database.url, 'ALTER TABLE migraciones RENAME TO comanda_migrations');
    assert.deepEqual(await snapshot(database.url), before);
  });

  test('of some other program', async () => {
    await using database = await createDatabase();
    await query(database.url, 'CREATE TABLE pedidos (receta text)');
    const before = await snapshot(database.url);
    await assertUnusable(database.url, /has tables of another program/);
    assert.deepEqual(await snapshot(database.url), before);
  });

  test('no server listens', async () => {
    await using database = await createDatabase();
    const port = await freePort();
    const url = changed(database.url, { port: String(port) });
    await assertUnusable(url, /does not answer: is the server running/);
  });

  for (const [title, changes, expected] of [
    ['no such host', { hostname: 'servidor.invalid' }, /cannot be found/],
    ['the wrong password', { password: 'abracadabra' }, /refuses the password/],
    ['no password', { password: '' }, /asks for a password; set it in DATABASE_URL/],
    ['no such database', { pathname: '/no_existe' }, /does not exist/],
    [
      'the server does not offer the encryption that the address demands',
      { search: '?sslmode=require' },
      /cannot be used: .*(SSL|certificate)/,
    ],
    [
      'no such schema',
      { search: '?options=-c%20search_path%3Dventas' },
      /has no schema to create tables in; create the one that search_path names/,
    ],
  ] as const) {
    test(title, async () => {
      await using database = await createDatabase();
      await assertUnusable(changed(database.url, changes), expected);
    });
  }

  test('a server that refuses the user, with its reason', async () => {
    await using database = await createDatabase();
    await using role = await createRole(database.url);
    await query(database.url, `ALTER ROLE ${role.name} NOLOGIN`);
    await assertUnusable(role.url, /refuses the connection: role .+ is not permitted to log in; /);
  });

  test('an address that is empty or malformed', async () => {
    for (const url of [
      'postgres://u:abracadabra@:x/y',
      'postgres://u:abracadabra@h/d?sslrootcert=/no',
    ]) {
      await assert.rejects(open(url), (error: unknown) => {
        assert.ok(error instanceof StorageUnusableError, String(error));
        assert.match(error.message, /^DATABASE_URL cannot be used: .+$/);
        assert.ok(!JSON.stringify(Object.values(error)).includes('abracadabra'));
        return true;
      });
    }
  });

  test('read only, as a standby is', async () => {
    await using database = await createDatabase();
    await query(
      database.url,
      `ALTER DATABASE ${database.name} SET default_transaction_read_only = on`,
    );
    await assertUnusable(database.url, /is read-only/);
    assert.deepEqual(await snapshot(database.url), []);
  });

  for (const [title, toServer] of [
    ['a pooler that refuses settings', refuseOptions],
    ['a pooler that drops settings', dropOptions],
  ] as const) {
    test(title, async (t) => {
      await using database = await createDatabase();
      const pooler = await startProxy(t, { toServer });
      pooler.connectTo(database.url);
      await assertUnusable(pooler.addressOf(database.url), /is behind a connection pooler/);
      assert.deepEqual(await snapshot(database.url), []);
    });
  }

  test('encoded in anything but UTF-8', async () => {
    await using database = await createDatabase();
    const name = `${database.name}_latin1`;
    await query(
      database.url,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    const url = changed(database.url, { pathname: `/${name}` });
    await assertUnusable(url, /is encoded in LATIN1; create one with ENCODING 'UTF8'/);
    await query(database.url, `DROP DATABASE ${name}`);
  });

  for (const [title, create, options, expected] of [
    [
      'a user who may not create tables',
      createDatabase,
      '',
      /does not allow this user to create tables/,
    ],
    [
      'a user who has all the connections that it may have',
      createDatabase,
      'CONNECTION LIMIT 0',
      /has no free connection; .* CONNECTION LIMIT of the role/,
    ],
    [
      'a user who does not own the tables, as after a restore by another one, is told to become their owner',
      createMigratedDatabase,
      '',
      /or to use the existing ones; make the user the owner of all/,
    ],
  ] as const) {
    test(title, async () => {
      await using database = await create();
      await using role = await createRole(database.url, options);
      await assertUnusable(role.url, expected);
    });
  }
});

describe('a backup', () => {
  test('is made by pg_dump or fails with its message, and never overwrites a file', async () => {
    await using database = await createDatabase();
    const folder = makeFolder();
    const file = join(folder, 'copia.dump');
    try {
      await backupDatabase(database.url, file, UNVERIFIED);
      assert.equal(readFileSync(file).subarray(0, 5).toString(), 'PGDMP');
      await assert.rejects(backupDatabase(database.url, file, UNVERIFIED), /exists already/);
    } catch (error) {
      // There is no pg_dump on the machine, or one older than the server.
      assert.ok(error instanceof StorageUnusableError, String(error));
      assert.match(error.message, /^pg_dump (is not on the PATH|could not make the backup: .+)/);
      assert.ok(!error.message.includes(new URL(database.url).password));
      assert.ok(!existsSync(file));
    }
  });

  for (const [title, search, expected] of [
    ['trusts the authorities of the service', '?sslmode=verify-full', / verify-full true$/],
    ['checks the certificate where the service does', '?sslmode=require', / verify-full true$/],
    [
      'copies the schema of the address alone',
      '?options=-c%20search_path%3Dventas',
      / --schema=ventas /,
    ],
  ] as const) {
    test(title, async (t) => {
      const folder = makeFolder();
      const showWhatIsAsked = `#!${process.execPath}
        const { searchParams } = new URL(process.argv.at(-1).slice('--dbname='.length));
        const authorities = searchParams.get('sslrootcert') ?? '/dev/null';
        const text = require('node:fs').readFileSync(authorities, 'utf8');
        console.error(...process.argv, searchParams.get('sslmode'), text.includes('CERTIFICATE'));
        process.exit(1);`;
      writeFileSync(join(folder, 'pg_dump'), showWhatIsAsked, { mode: 0o755 });
      const { PATH } = process.env;
      process.env['PATH'] = folder;
      t.after(() => Object.assign(process.env, { PATH }));
      const backup = backupDatabase(
        `postgres://h/d${search}`,
        join(folder, 'copia.dump'),
        UNVERIFIED,
      );
      await assert.rejects(backup, expected);
    });
  }

  test('gives pg_dump the options of the address, and its own where those of `pg` differ', async () => {
    await using database = await createDatabase();
    const folder = makeFolder();
    for (const search of [
      '?sslmode=disable&uselibpqcompat=true&options=-c%20search_path%3Dpublic',
      '?sslmode=no-verify',
      '?sslmode=require&uselibpqcompat=true',
    ]) {
      const file = join(folder, `${search.length}.dump`);
      const outcome = await backupDatabase(
        changed(database.url, { search }),
        file,
        UNVERIFIED,
      ).catch(String);
      assert.doesNotMatch(String(outcome), /unrecognized|invalid/);
    }
  });
});
