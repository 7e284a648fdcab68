import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { prepareSchema } from '../../../clients/cli/src/sync/schema/prepare.ts';
import { UPGRADES } from '../../../clients/cli/src/sync/schema/versions.ts';
import { VIEWS } from '../../../clients/cli/src/sync/schema/views.ts';
import { openTarget, targetAddress } from '../../../clients/cli/src/sync/target/open.ts';
import { carryOut, seedSampleRestaurant } from '../../http/api/world.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { freePort, startSite } from '../../support/machine/loopback.ts';
import { startProxy } from '../../support/machine/proxy.ts';
import { startPostgres } from '../../support/postgres/postgres.ts';
import { startReceiver } from '../../support/receiver/receiver.ts';
import { comando, samplePedido, sampleRestaurante } from '../../support/samples.ts';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { clockOff } from '../cli/integrator.ts';
import { startLenientProxy } from '../lenient-proxy.ts';
import { readExport } from '../read-export.ts';
import { startRestartable } from '../restartable.ts';
import { fileOf, fillServer, holdFile, holdTable, untilSyncWaits } from './outages.ts';
import {
  type Access,
  accessTo,
  alterTarget,
  assertMirrors,
  comanda,
  KINDS,
  makeTarget,
  query,
  startSync,
  startSyncProcess,
  sync,
  untilCaughtUp,
} from './world.ts';

const NOBODY = 65_534;
/** Smaller than the changes of the test. */
const FILE_BYTES_MAX = 65_536;
const UNKNOWN_KEY = `svc_live_${'0'.repeat(32)}`;

const service = await startService({ after });
await seedSampleRestaurant(service);
await carryOut(service, ...comando.crearVarios(40));
const access = accessTo(service);

/** Runs a sync that has to fail with this exit code and one line. */
const refused = async (
  given: Access,
  to: string,
  code: number,
  line: RegExp,
  options = ['--once'],
): Promise<void> => {
  const run = await comanda(given, 'sync', '--to', to, ...options);
  assert.equal(run.code, code, run.err);
  assert.match(run.err.trimEnd().split('\n').at(-1) ?? '', line);
};

/** Syncs as a role that may only read, and into a database that is read-only. */
const refuseWritesIn = async (to: string): Promise<void> => {
  const database = new URL(to).pathname.slice(1);
  const reader = `${database}_lector`;
  await alterTarget(
    to,
    `CREATE ROLE ${reader} LOGIN PASSWORD 'secreta'`,
    `GRANT SELECT ON comanda_sync TO ${reader}`,
  );
  const asReader = Object.assign(new URL(to), { username: reader, password: 'secreta' }).href;
  await refused(await access(), asReader, 4, /permission \(permission denied for table pedidos\)$/);
  await alterTarget(to, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${reader}`);
  await refused(await access(), asReader, 4, /the role lacks the permission/);
  await alterTarget(to, `DROP OWNED BY ${reader}`, `DROP ROLE ${reader}`);
  const setting = 'default_transaction_read_only';
  await alterTarget(to, `ALTER DATABASE ${database} SET ${setting} = on`);
  await refused(await access(), to, 4, /it is read-only/);
  const server = Object.assign(new URL(to), { pathname: '/postgres' }).href;
  await alterTarget(server, `ALTER DATABASE ${database} RESET ${setting}`);
};

/**
 * Syncs into a file and a folder without write permission. Runs as `nobody` where the tests run as root, who may
 * write anything.
 */
const refuseWritesOf = async (to: string): Promise<void> => {
  const uid = process.getuid?.() === 0 ? { uid: NOBODY } : {};
  const folder = join(fileOf(to), '..');
  for (const [folderMode, fileMode, line] of [
    [0o555, 0o666, /no file can be written beside it|cannot be taken/],
    [0o777, 0o444, /the file is read-only|no permission to open/],
  ] as const) {
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
    chmodSync(folder, folderMode);
    chmodSync(fileOf(to), fileMode);
    const run = startSyncProcess(await access(), to, { args: ['--once'], ...uid });
    assert.equal(await run.ended, 4, run.output());
    assert.match(run.output(), line);
  }
  chmodSync(fileOf(to), 0o600);
};

const postgres = await startPostgres();
after(postgres.stop);

for (const kind of KINDS) {
  describe(`a mirror in ${kind}`, () => {
    test('follows a source that was restored from an older backup', async (t) => {
      const source = await startRestartable(t);
      const own = { url: source.url, key: (await source.makeLlave()).token };
      const watching = { url: source.url, key: (await source.makeLlave()).token };
      const backup = join(makeFolder(), 'copia');
      await source.create();
      await source.restart(() => cpSync(source.dataDir, backup, { recursive: true }));
      const to = await makeTarget(kind);
      const following = startSync(own, to);
      for (let n = 0; n < 5; n += 1) await source.create();
      await untilCaughtUp(watching, to);
      await source.restart(() => {
        rmSync(source.dataDir, { recursive: true });
        cpSync(backup, source.dataDir, { recursive: true });
      });
      await source.create();
      await until(() => following.said.err.includes('copying everything again'));
      await untilCaughtUp(watching, to);
      await following.stop();
      assert.equal((await query(to, 'SELECT id FROM pedidos')).length, 2);
      await assertMirrors(watching, to);
    });

    test('belongs to one sync at a time, also after one was killed', async (t) => {
      const to = await makeTarget(kind);
      const first = startSyncProcess(await access(), to);
      t.after(() => first.kill('SIGKILL'));
      await first.said(/following/);
      await refused(await access(), to, 4, /another sync is writing to .*, and only one may/);
      await first.kill('SIGKILL');
      await sync(await access(), to, '--once');
      await assertMirrors(await access(), to);
    });

    test('is not created by a comparison', async () => {
      const to = await makeTarget(kind);
      await refused(await access(), to, 4, /there is no mirror in/, ['--verify']);
      if (kind !== 'postgres') assert.equal(existsSync(targetAddress(to).where), false);
    });

    test('is refused after foreign changes, and a missing view is created again', async () => {
      const to = await makeTarget(kind);
      await sync(await access(), to, '--once');
      await alterTarget(to, 'DROP VIEW clientes');
      const missing = /the view clientes is missing .*: run sync first/;
      await refused(await access(), to, 4, missing, ['--verify']);
      await sync(await access(), to, '--once');
      await assertMirrors(await access(), to);
      const altered = /Somebody has altered the mirror: use an empty database/;
      await alterTarget(to, ...VIEWS.map(({ name }) => `DROP VIEW ${name}`), 'DROP TABLE iva');
      for (const options of [['--once'], ['--once', '--fresh'], ['--verify']]) {
        await refused(await access(), to, 4, altered, options);
      }
    });

    test('accepts an additional column in its tables', async () => {
      const to = await makeTarget(kind);
      await sync(await access(), to, '--once');
      await alterTarget(to, 'ALTER TABLE pedidos ADD COLUMN nuestro INTEGER DEFAULT 7');
      await sync(await access(), to, '--once', '--fresh');
      await assertMirrors(await access(), to);
      assert.deepEqual(await query(to, 'SELECT DISTINCT nuestro FROM pedidos'), [['7']]);
    });

    test('is left alone when its schema is newer, and upgraded when it is older', async () => {
      const to = await makeTarget(kind);
      await sync(await access(), to, '--once');
      const target = await openTarget(targetAddress(to), { readOnly: false });
      const next = {
        readsAnew: true,
        statements: () => ['ALTER TABLE pedidos ADD COLUMN nuevo INTEGER'],
      };
      await prepareSchema(target, Date.now(), [...UPGRADES, next]);
      await target.close();
      assert.deepEqual(await query(to, 'SELECT esquema, fase FROM comanda_sync'), [['2', 'copia']]);
      assert.deepEqual(await query(to, 'SELECT nuevo FROM pedidos LIMIT 1'), [[null]]);
      await refused(
        await access(),
        to,
        4,
        /schema version 2, and this command knows only 1: install/,
      );
      await alterTarget(
        to,
        'ALTER TABLE pedidos DROP COLUMN nuevo',
        'UPDATE comanda_sync SET esquema = 1',
      );
      await sync(await access(), to, '--once', '--verify');
    });

    test('is not made in a database of another program', async () => {
      const to = await makeTarget(kind);
      await alterTarget(to, 'CREATE TABLE pedidos (id INTEGER)');
      await refused(await access(), to, 4, /not a mirror's \(pedidos\): use an empty database/);
    });

    test('continues after an outage, both while it copied and while it followed', async (t) => {
      const to = kind === 'postgres' ? postgres.url : await makeTarget(kind);
      const watching = await access();
      await sync(watching, to, '--once');
      const takeAway = async () => {
        if (kind !== 'postgres') return holdFile(to);
        await postgres.down('SIGINT');
        return postgres.up;
      };

      let bringBack = kind === 'postgres' ? null : await takeAway();
      if (kind === 'postgres') await holdTable(to, 'iva');
      const running = startSyncProcess(await access(), to, { args: ['--fresh'] });
      t.after(() => running.kill('SIGKILL'));
      const retries = () => running.output().split('retrying in').length - 1;
      if (kind === 'postgres') await untilSyncWaits(to);
      bringBack ??= await takeAway();
      await until(() => retries() > 0 || running.isOver());
      await bringBack();
      await running.said(/copied \d+ orders[\s\S]*following/);

      const before = retries();
      bringBack = await takeAway();
      await carryOut(service, comando.crear());
      await until(() => retries() > before || running.isOver());
      await bringBack();
      assert.ok(!running.isOver(), running.output());
      await untilCaughtUp(watching, to);
      assert.equal(await running.kill('SIGINT'), 0, running.output());
      await assertMirrors(watching, to);
    });

    test('waits for a source that is restarted, also in the middle of a copy', async (t) => {
      const source = await startRestartable(t);
      const keys = await Promise.all([source.makeLlave(), source.makeLlave()]);
      const [own, watching] = keys.map(({ token }) => ({ url: source.url, key: token }));
      assert.ok(own && watching);
      // Begins before there is any event.
      const early = await makeTarget(kind);
      await sync(watching, early, '--once');
      await source.send(...comando.crearVarios(300));
      const to = await makeTarget(kind);
      const following = startSync(own, to);
      await source.restart();
      await source.create();
      await untilCaughtUp(watching, to);
      await source.restart();
      await source.create();
      await untilCaughtUp(watching, to);
      await following.stop();
      await assertMirrors(watching, to);
      const { out } = await sync(watching, early, '--once', '--json');
      assert.match(out, /"evento":"al_dia",.*"cambios":302\}/);
      await assertMirrors(watching, early);
    });

    test('on a full disk is reported, and no change is half done', async () => {
      const to = kind === 'postgres' ? postgres.url : await makeTarget(kind);
      await sync(await access(), to, '--once');
      const before = await query(to, 'SELECT id FROM pedidos ORDER BY id');
      await carryOut(service, ...comando.crearVarios(100));
      const makeRoom = kind === 'postgres' ? await fillServer(postgres) : null;
      const limit = kind === 'postgres' ? {} : { limitBytes: FILE_BYTES_MAX };
      const full = startSyncProcess(await access(), to, { args: ['--once'], ...limit });
      assert.equal(await full.ended, 4, full.output());
      assert.match(full.output(), /disk is full|cannot be written/);
      await makeRoom?.();
      assert.deepEqual(await query(to, 'SELECT id FROM pedidos ORDER BY id'), before);
      await sync(await access(), to, '--once');
      await assertMirrors(await access(), to);
    });

    test('without write permission is reported', async () => {
      const to = await makeTarget(kind);
      await sync(await access(), to, '--once');
      await carryOut(service, comando.crear());
      if (kind === 'postgres') await refuseWritesIn(to);
      else await refuseWritesOf(to);
      await sync(await access(), to, '--once');
      await assertMirrors(await access(), to);
    });

    test('with a key that the source refuses is reported', async () => {
      const to = await makeTarget(kind);
      const own = await access();
      await refused({ ...own, key: UNKNOWN_KEY }, to, 3, /the key is wrong/);
      const narrow = await access({ alcances: ['carta.leer', 'stream.escuchar'] });
      await refused(narrow, to, 3, /lacks the scope pedidos\.leer/);
      const { llave, token } = await service.makeLlave();
      const following = comanda({ ...own, key: token }, 'sync', '--to', to);
      await untilCaughtUp(own, to);
      await service.revoke(llave.id);
      const { code, err } = await following;
      assert.equal(code, 3);
      assert.match(err, /^comanda: the key was revoked: ask for a new one.*\n$/m);
      await sync(own, to, '--once', '--verify');
    });

    test('is exact whatever the local clock shows', async () => {
      const to = await makeTarget(kind);
      for (const years of kind === 'sqlite' ? [-30, 30] : [30]) {
        const run = startSyncProcess(await access(), to, {
          args: ['--once', '--verify'],
          env: clockOff(years),
        });
        assert.equal(await run.ended, 0, run.output());
        await carryOut(service, comando.crear());
      }
      await sync(await access(), to, '--once', '--verify');
    });
  });
}

test('Ctrl-C ends it well', async () => {
  const following = startSyncProcess(await access(), await makeTarget('sqlite'));
  await following.said(/following/);
  assert.equal(await following.kill('SIGINT'), 0, following.output());
});

test('Ctrl-C while it compares does not pass for a difference', async (t) => {
  const to = await makeTarget('sqlite');
  const given = await access();
  await sync(given, to, '--once');
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  const url = await startSite(t, () => answer());
  const comparing = startSyncProcess({ ...given, url }, to, { args: ['--verify'] });
  await asked;
  assert.equal(await comparing.kill('SIGINT'), 130, comparing.output());
  assert.equal(comparing.output(), '');
});

for (const kind of ['sqlite', 'duckdb'] as const) {
  test(`${kind}: a file that is moved away is made anew`, async (t) => {
    const to = await makeTarget(kind);
    const watching = await access();
    const following = startSync(await access(), to);
    t.after(following.stop);
    await untilCaughtUp(watching, to);
    renameSync(fileOf(to), `${fileOf(to)}-antes`);
    await carryOut(service, comando.crear());
    await until(() => following.said.err.includes('the file was moved or replaced'));
    await untilCaughtUp(watching, to);
    await following.stop();
    await assertMirrors(watching, to);
  });
}

test('sqlite: a proxy that takes a broken answer for a whole one costs no order', async (t) => {
  const [given, to] = [await access(), await makeTarget('sqlite')];
  await sync(given, to, '--once');
  const bytes = await readExport(given, 'pedidos?con_cambio=true');
  // Breaks before the first order, between two orders, and within one.
  const breaks = [0, bytes.indexOf('\n', bytes.length / 3) + 1, 0, 100];
  const url = await startLenientProxy(t, given.url, breaks);
  await sync({ ...given, url }, to, '--once', '--fresh');
  assert.deepEqual(breaks, []);
  await assertMirrors(given, to);
});

for (const kind of ['sqlite', 'duckdb'] as const) {
  test(`${kind}: nothing of a customer who was forgotten stays in the file`, async () => {
    const to = await makeTarget(kind);
    const telefono = `+34 699 000 ${kind === 'sqlite' ? 111 : 222}`;
    const cliente = { ...samplePedido().cliente, telefono };
    await carryOut(service, comando.crear(samplePedido({ cliente })));
    await sync(await access(), to, '--once');
    const files = () =>
      readdirSync(dirname(fileOf(to))).map((name) => join(dirname(fileOf(to)), name));
    const isThere = () => files().some((each) => readFileSync(each).includes(telefono));
    assert.equal(isThere(), true);
    await carryOut(service, comando.olvidar({ telefono }));
    await sync(await access(), to, '--once');
    assert.equal(isThere(), false);
    assert.ok(!files().some((each) => each.endsWith('.forget') || each.endsWith('.new')));
    await assertMirrors(await access(), to);
  });
}

test('a database that does not answer at the start is reported', async () => {
  const to = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`;
  await refused(await access(), to, 4, /ECONNREFUSED/);
  assert.equal((await comanda(await access(), 'sync', '--to', 'mysql://x')).code, 2);
});

test('sqlite: a missing folder is reported', async () => {
  const to = `sqlite:${join(makeFolder(), 'no', 'espejo')}`;
  await refused(await access(), to, 4, /: there is no such folder$/);
});

test('duckdb: a file that is no DuckDB database is reported', async () => {
  const file = join(makeFolder(), 'pedidos.csv');
  writeFileSync(file, 'id,total\nped_1,100\n');
  for (const option of ['--once', '--verify']) {
    await refused(await access(), `duckdb:${file}`, 4, /the file is not a DuckDB database$/, [
      option,
    ]);
  }
});

test('postgres: a sync goes on once the server has ended the session of its broken connection', async (t) => {
  const [to, watching, proxy] = [await makeTarget('postgres'), await access(), await startProxy(t)];
  proxy.connectTo(to);
  const following = startSync(await access(), proxy.addressOf(to));
  t.after(following.stop);
  await untilCaughtUp(watching, to);
  proxy.strand();
  await carryOut(service, comando.crear());
  await until(() => following.said.err.includes('another sync is writing'));
  proxy.heal();
  await untilCaughtUp(watching, to);
  await following.stop();
  await assertMirrors(watching, to);
});

test('postgres: a missing schema is reported', async () => {
  const to = `${await makeTarget('postgres')}?options=-csearch_path%3Dnada`;
  await refused(await access(), to, 4, /there is no such schema/);
});

test('a service whose certificate is refused ends a sync that would wait for one that is away', async (t) => {
  const { ports } = await startReceiver(t);
  const url = `https://127.0.0.1:${ports.selfSigned}`;
  const line = /^comanda: the certificate of the service is not trusted: self-signed certificate/;
  await refused({ url, key: UNKNOWN_KEY }, await makeTarget('sqlite'), 1, line, []);
});

test('a source of another restaurant does not replace what is there', async () => {
  const to = await makeTarget('sqlite');
  await sync(await access(), to, '--once');
  const id = 'rest_otra';
  await seedSampleRestaurant(service, sampleRestaurante({ id, slug: 'otra' }));
  await refused(await access({ restauranteId: id }), to, 4, /the mirror belongs to rest_casa_pepa/);
  const narrow = await access({ restauranteId: id, alcances: ['pedidos.leer'] });
  await refused(narrow, to, 4, /the mirror belongs to rest_casa_pepa, the key to rest_otra/);
  // The list of a restaurant without orders does not tell whose it is.
  const empty = sampleRestaurante({ id: 'rest_nueva', slug: 'nueva' });
  await carryOut(service, comando.guardarRestaurante(empty));
  const silent = await access({ restauranteId: empty.id, alcances: ['pedidos.leer'] });
  for (const options of [['--once'], ['--once', '--fresh']]) {
    await refused(silent, to, 4, /finds no orders, but the mirror has those of rest_casa/, options);
  }
  await assertMirrors(await access(), to);
});
