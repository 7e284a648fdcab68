import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { systemClock } from '../../../src/platform/clock.ts';
import { makeRandomBytes } from '../../../src/platform/random.ts';
import { DATABASE_FILE, openDatabase } from '../../../src/storage/engines/sqlite/driver/open.ts';
import { vacuumDatabase } from '../../../src/storage/engines/sqlite/driver/vacuum.ts';
import { makeSqliteStore, openSqliteStore } from '../../../src/storage/engines/sqlite/store.ts';
import { StorageBusyError, StorageUnusableError } from '../../../src/storage/port/errors.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { comando, RESTAURANTE_ID, samplePedido, sampleRestaurante } from '../../support/samples.ts';
import { accept } from '../conformance/harness.ts';

const deps = { clock: systemClock, randomBytes: makeRandomBytes() };
const open = (folder: string): Store => openSqliteStore(folder, deps);

/** A closed data folder with one order in it. */
const usedFolder = async () => {
  const folder = makeFolder();
  const store = open(folder);
  await store.cuentas.save(sampleRestaurante(), { ingesta: true });
  await accept(store, [comando.crear()]);
  await store.close();
  return { folder, file: join(folder, DATABASE_FILE) };
};

const SQLITE_FULL = 13;

/** Drops root's rights, since root may write anywhere whatever the permissions. */
const asOrdinaryUser = (work: () => void) => {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY_UID);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
};
const NOBODY_UID = 65_534;

const assertRefused = (folder: string, expected: RegExp) =>
  assert.throws(
    () => open(folder),
    (error: unknown) => {
      assert.ok(error instanceof StorageUnusableError, String(error));
      assert.match(error.message, expected);
      assert.ok(!error.message.includes('\n'), 'one line');
      return true;
    },
  );

/** Asserts that opening fails and leaves the file as it was. */
const assertUnusable = (folder: string, expected: RegExp) => {
  const file = join(folder, DATABASE_FILE);
  const before = readFileSync(file);
  assertRefused(folder, expected);
  assert.deepEqual(readFileSync(file), before);
};

describe('a SQLite database that cannot be used says so in one line, and stays as it was', () => {
  test('newer than the program', async () => {
    const { folder, file } = await usedFolder();
    const db = new DatabaseSync(file);
    db.exec(`INSERT INTO comanda_migrations (version, name, fingerprint)
             VALUES (2, '0002_later.sql', ''); PRAGMA journal_mode = DELETE`);
    db.close();
    assertUnusable(folder, /schema version 2 and this program knows only 1/);
  });

  for (const [build, change] of [
    ['another baseline', "UPDATE comanda_migrations SET fingerprint = 'another'"],
    ['no list of migrations', 'DROP TABLE comanda_migrations'],
  ]) {
    test(`of a build that was never released, with ${build}`, async () => {
      const { folder, file } = await usedFolder();
      const db = new DatabaseSync(file);
      db.exec(`${change}; PRAGMA journal_mode = DELETE`);
      db.close();
      assertUnusable(folder, /a build that was never released.* begin with an empty one/);
    });
  }

  test('of some other program', () => {
    const folder = makeFolder();
    const file = join(folder, DATABASE_FILE);
    const db = new DatabaseSync(file);
    db.exec('CREATE TABLE recetas (nombre TEXT)');
    db.close();
    assertUnusable(folder, /database of another program/);
  });

  test('not a database at all', () => {
    const folder = makeFolder();
    const file = join(folder, DATABASE_FILE);
    writeFileSync(file, 'Querido diario: hoy hubo paella. '.repeat(100));
    assertUnusable(folder, /is not a SQLite database/);
  });

  test('damaged', async () => {
    const { folder, file } = await usedFolder();
    const bytes = readFileSync(file);
    bytes.fill(0xff, 100, 8_192);
    writeFileSync(file, bytes);
    assertUnusable(folder, /is damaged; restore it from a backup/);
  });

  test('cut short', async () => {
    const { folder, file } = await usedFolder();
    const bytes = readFileSync(file).subarray(0, 5_000);
    writeFileSync(file, bytes);
    assertUnusable(folder, /is damaged|is not a SQLite database/);
  });

  test('locked by another program', async () => {
    const { folder, file } = await usedFolder();
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const db = new DatabaseSync(process.argv[1]);
      db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      process.stdout.write('locked');
      process.stdin.on('end', () => process.exit()).resume();`;
    const holder = spawn(process.execPath, ['--input-type=commonjs', '-e', script, file]);
    await once(holder.stdout, 'data');
    try {
      assertUnusable(folder, /is locked by another program/);
    } finally {
      holder.stdin.end();
      await once(holder, 'exit');
    }
    const store = open(folder);
    assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 1);
    await store.close();
  });

  test('not writable', async () => {
    const { folder, file } = await usedFolder();
    chmodSync(file, 0o444);
    chmodSync(folder, 0o555);
    asOrdinaryUser(() => assertUnusable(folder, /cannot be (written|opened): check/));
    chmodSync(folder, 0o700);
  });

  test('in a path that cannot be a folder', () => {
    const file = join(makeFolder(), 'fichero');
    writeFileSync(file, 'x');
    assertRefused(join(file, 'datos'), /cannot be made/);
    assert.equal(statSync(file).size, 1);
  });

  test('below a folder of the system that takes no other', () =>
    assertRefused('/proc/comanda', /cannot be made/));
});

test('a SQLite database that can only be read says so to whoever writes', async () => {
  const { folder } = await usedFolder();
  const connection = openDatabase(folder);
  connection.exec('PRAGMA query_only = ON');
  const store = makeSqliteStore(connection, deps);
  await assert.rejects(
    store.secret('cursor'),
    (error: unknown) =>
      error instanceof StorageBusyError && /cannot be written: check the perm/.test(error.message),
  );
  await store.close();
});

describe('a SQLite database that is gone from under the service takes no more commits, and says so to whoever asks', () => {
  for (const [title, act] of [
    ['removed', (file: string) => rmSync(file)],
    ['replaced, as by a restore', (file: string) => restoreOver(file)],
    ['without its write-ahead log', (file: string) => rmSync(`${file}-wal`)],
    ['without the index of that log', (file: string) => rmSync(`${file}-shm`)],
  ] as const) {
    test(title, async () => {
      const { folder, file } = await usedFolder();
      const store = open(folder);
      await accept(store, [comando.crear()]);
      act(file);
      for (const ask of [() => accept(store, [comando.crear()]), () => store.ping()]) {
        await assert.rejects(ask, (error: unknown) => {
          assert.ok(error instanceof StorageBusyError, String(error));
          assert.match(error.message, /was replaced or removed; restart the service/);
          return true;
        });
      }
      await store.close();
    });
  }
});

const restoreOver = (file: string): void => {
  copyFileSync(file, `${file}.copia`);
  renameSync(`${file}.copia`, file);
};

for (const file of ['sender', 'sender-journal']) {
  test(`a lock of the sender that cannot be opened is named: ${file}`, async () => {
    const { folder } = await usedFolder();
    mkdirSync(join(folder, `${DATABASE_FILE}-${file}`));
    const store = open(folder);
    await assert.rejects(store.webhooks.lanes.due(0, 1, 0), /comanda\.db-sender cannot be opened/);
    await store.close();
  });
}

describe('a SQLite database on a full disk', () => {
  /** A store that may grow by so many pages only, until there is room again. */
  const openFull = async (pagesLeft = 0) => {
    const { folder } = await usedFolder();
    const connection = openDatabase(folder);
    const { n = 0 } =
      connection.get<{ n: number }>('SELECT page_count AS n FROM pragma_page_count') ?? {};
    connection.db.exec(`PRAGMA max_page_count = ${n + pagesLeft}`);
    const store = makeSqliteStore(connection, deps);
    return { store, makeRoom: () => connection.db.exec('PRAGMA max_page_count = 1000000') };
  };
  const crowd = Array.from({ length: 50 }, () =>
    comando.crear(samplePedido({ instrucciones: 'x'.repeat(4_000) })),
  );

  test('names both places that a vacuum needs room in', async () => {
    const connection = openDatabase((await usedFolder()).folder);
    const exec = () => {
      throw Object.assign(new Error('database or disk is full'), { errcode: SQLITE_FULL });
    };
    await assert.rejects(vacuumDatabase({ ...connection, exec }), {
      name: 'StorageUnusableError',
      message: /temporary files \(TMPDIR, .*, one beside the database$/,
    });
    connection.close();
  });

  test('refuses the commit, keeps its data and goes on when there is room', async () => {
    const { store, makeRoom } = await openFull();
    await assert.rejects(store.log.commit(RESTAURANTE_ID, crowd), StorageBusyError);
    assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 1);
    assert.equal((await store.log.events(RESTAURANTE_ID, 0, 100)).length, 1);
    makeRoom();
    await accept(store, crowd);
    assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 51);
    await store.close();
  });

  test('fails every other write as busy too', async () => {
    const { store, makeRoom } = await openFull();
    const galeria = Array.from(
      { length: 50 },
      (_, i) => `https://x.example/${i}${'y'.repeat(900)}`,
    );
    const { branding, ...perfil } = sampleRestaurante();
    const large = { ...perfil, branding: { ...branding, galeria } };
    await assert.rejects(store.cuentas.save(large, {}), (error: unknown) => {
      assert.ok(error instanceof StorageBusyError);
      assert.match(error.message, /no room to grow: the disk is full/);
      return true;
    });
    makeRoom();
    await store.cuentas.save(large, {});
    await store.close();
  });

  test('a batch that does not fit fails alone, not those in the same transaction', async () => {
    const { store } = await openFull(8);
    const [large, small] = await Promise.allSettled([
      store.log.commit(RESTAURANTE_ID, crowd),
      store.log.commit(RESTAURANTE_ID, [comando.crear()]),
    ]);
    assert.equal(large.status, 'rejected');
    assert.equal(small.status, 'fulfilled');
    assert.equal((await store.log.position(RESTAURANTE_ID))?.secuencia, 2);
    await store.close();
  });
});
