import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { prepareSchema } from '../../../clients/cli/src/sync/schema/prepare.ts';
import { UPGRADES } from '../../../clients/cli/src/sync/schema/versions.ts';
import { openTarget, targetAddress } from '../../../clients/cli/src/sync/target/open.ts';
import { carryOut, furnish } from '../../http/api/world.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { startPostgres } from '../../support/postgres/postgres.ts';
import { comando, sampleRestaurante } from '../../support/samples.ts';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { startRestartable } from '../restartable.ts';
import {
  type Access,
  assertMirrors,
  comanda,
  KINDS,
  makeTarget,
  meddle,
  query,
  spawnSync,
  startSync,
  sync,
  untilCaughtUp,
} from './world.ts';

const SHIFTED = new URL('../../../faults/clock/shifted.ts', import.meta.url);
const NOBODY = 65_534;
/** Less than the changes of the test need. */
const FILE_BYTES_MAX = 65_536;

const service = await startService({ after });
await furnish(service);
await carryOut(service, ...comando.crearVarios(40));
type KeyInput = Parameters<typeof service.makeLlave>[0];
const access = async (input?: KeyInput): Promise<Access> => ({
  url: service.publicUrl,
  key: (await service.makeLlave(input)).token,
});

/** A run that has to fail: with one line, and its exit code. */
const refused = async (given: Access, to: string, code: number, line: RegExp): Promise<void> => {
  const run = await comanda(given, 'sync', '--to', to, '--once');
  assert.equal(run.code, code, run.err);
  assert.match(run.err.trimEnd().split('\n').at(-1) ?? '', line);
};

const fileOf = (to: string): string => to.replace(/^\w+:/, '');

for (const kind of KINDS) {
  describe(`a mirror in ${kind}`, () => {
    test('follows a source that was restored from an older backup', async (t) => {
      const source = await startRestartable(t);
      const own = { url: source.url, key: (await source.makeLlave()).token };
      const { key } = await source.makeLlave().then(({ token }) => ({ key: token }));
      const watching = { url: source.url, key };
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
      await until(() => following.said.err.includes('reading everything anew'));
      await untilCaughtUp(watching, to);
      await following.stop();
      assert.equal((await query(to, 'SELECT id FROM pedidos')).length, 2);
      await assertMirrors({ url: source.url, key }, to);
    });

    test('belongs to one sync at a time, also after one was killed', async (t) => {
      const to = await makeTarget(kind);
      const first = spawnSync(await access(), to);
      t.after(() => first.kill('SIGKILL'));
      await first.said(/following/);
      await refused(await access(), to, 4, /another sync is writing to .*: this one stops/);
      await first.kill('SIGKILL');
      await sync(await access(), to, '--once');
      await assertMirrors(await access(), to);
    });

    test('is left alone when it is newer, and brought up when it is older', async () => {
      const to = await makeTarget(kind);
      await sync(await access(), to, '--once');
      const target = await openTarget(targetAddress(to, 'to'), { readOnly: false });
      const next = {
        readsAnew: true,
        statements: () => ['ALTER TABLE pedidos ADD COLUMN nuevo INTEGER'],
      };
      await prepareSchema(target, Date.now(), [...UPGRADES, next]);
      await target.close();
      assert.deepEqual(await query(to, 'SELECT esquema, fase FROM comanda_sync'), [['2', 'copia']]);
      assert.equal((await query(to, 'SELECT nuevo FROM pedidos')).length, 41);
      await refused(await access(), to, 4, /schema version 2, this command knows 1: install/);
      await meddle(
        to,
        'ALTER TABLE pedidos DROP COLUMN nuevo',
        'UPDATE comanda_sync SET esquema = 1',
      );
      await sync(await access(), to, '--once', '--verify');
    });

    test('is not made of what is somebody else’s', async () => {
      const to = await makeTarget(kind);
      await meddle(to, 'CREATE TABLE pedidos (id INTEGER)');
      await refused(await access(), to, 4, /not a mirror's \(pedidos\): give it an empty database/);
    });
  });
}

test('Ctrl-C ends it well', async () => {
  const following = spawnSync(await access(), await makeTarget('sqlite'));
  await following.said(/following/);
  assert.equal(await following.kill('SIGINT'), 0, following.output());
});

describe('a target', () => {
  test('that is full or read-only is said, and nothing is half done', async (t) => {
    for (const kind of ['sqlite', 'duckdb'] as const) {
      const to = await makeTarget(kind);
      await sync(await access(), to, '--once');
      const before = await query(to, 'SELECT id FROM pedidos ORDER BY id');
      await carryOut(service, ...comando.crearVarios(100));
      const full = spawnSync(await access(), to, { args: ['--once'], limitBytes: FILE_BYTES_MAX });
      assert.equal(await full.ended, 4, full.output());
      assert.match(full.output(), /the disk is full|cannot be written/);
      assert.deepEqual(await query(to, 'SELECT id FROM pedidos ORDER BY id'), before);
      await sync(await access(), to, '--once', '--verify');
      await readOnlyFile(t, to);
    }
    const to = await makeTarget('postgres');
    await sync(await access(), to, '--once');
    await meddle(
      to,
      `CREATE FUNCTION lleno() RETURNS trigger LANGUAGE plpgsql AS
       $$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END$$`,
      'CREATE TRIGGER lleno BEFORE INSERT ON iva EXECUTE FUNCTION lleno()',
    );
    await carryOut(service, comando.crear());
    await refused(await access(), to, 4, /its disk is full/);
    await meddle(to, 'DROP TRIGGER lleno ON iva');
    await sync(await access(), to, '--once', '--verify');
    const database = new URL(to).pathname.slice(1);
    await meddle(to, `ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    await carryOut(service, comando.crear());
    await refused(await access(), to, 4, /it is read-only/);
  });

  /** As somebody whom permissions concern: root may write anything. */
  const readOnlyFile = async (t: TestContext, to: string): Promise<void> => {
    if (process.getuid?.() !== 0) {
      t.diagnostic('a read-only file is tried as root only, who may become somebody else');
      return;
    }
    const folder = join(makeFolder(), 'ajena');
    mkdirSync(folder);
    cpSync(fileOf(to), join(folder, 'espejo'));
    for (let at = folder; at !== '/tmp' && at !== '/'; at = join(at, '..')) chmodSync(at, 0o755);
    chmodSync(join(folder, 'espejo'), 0o444);
    await carryOut(service, comando.crear());
    const kind = to.split(':', 1)[0] ?? '';
    const run = spawnSync(await access(), `${kind}:${folder}/espejo`, {
      args: ['--once'],
      uid: NOBODY,
    });
    assert.equal(await run.ended, 4, run.output());
    assert.match(run.output(), /no file can be written beside it|read-only/);
  };

  test('that is restarted is waited for', async (t) => {
    const postgres = await startPostgres();
    t.after(postgres.stop);
    const following = startSync(await access(), postgres.url);
    await until(() => following.said.err.includes('following'));
    await postgres.down('SIGINT');
    await carryOut(service, comando.crear());
    await until(() => following.said.err.includes('again in'));
    await postgres.up();
    const watching = await access();
    await untilCaughtUp(watching, postgres.url);
    await following.stop();
    await assertMirrors(watching, postgres.url);
    await postgres.down('SIGINT');
    await refused(await access(), postgres.url, 4, /ECONNREFUSED/);
  });
});

describe('a source', () => {
  test('that is restarted is waited for, also in the middle of a copy', async (t) => {
    const source = await startRestartable(t);
    const keys = await Promise.all([source.makeLlave(), source.makeLlave()]);
    const [own, watching] = keys.map(({ token }) => ({ url: source.url, key: token }));
    assert.ok(own && watching);
    // Begun before there has been any event.
    const early = await makeTarget('sqlite');
    await sync(watching, early, '--once');
    await source.send(...comando.crearVarios(300));
    const to = await makeTarget('sqlite');
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

  test('that refuses the key is said', async () => {
    const to = await makeTarget('sqlite');
    const own = await access();
    await refused({ ...own, key: `svc_live_${'0'.repeat(32)}` }, to, 3, /the key is wrong/);
    const narrow = await access({ alcances: ['carta.leer', 'stream.escuchar'] });
    await refused(narrow, to, 3, /lacks the scope pedidos\.leer/);
    const { llave, token } = await service.makeLlave();
    const following = startSync({ url: service.publicUrl, key: token }, to);
    await until(() => following.said.err.includes('following'));
    await service.revoke(llave.id);
    await assert.rejects(following.ended, { codigo: 'llave_revocada' });
    const gone = { url: 'http://127.0.0.1:9', key: own.key };
    assert.equal((await comanda(gone, 'sync', '--to', 'mysql://x')).code, 2);
  });

  test('of another restaurant does not replace what is there', async () => {
    const to = await makeTarget('sqlite');
    await sync(await access(), to, '--once');
    const id = 'rest_otra';
    await furnish(service, sampleRestaurante({ id, slug: 'otra' }));
    await refused(await access({ restauranteId: id }), to, 4, /the mirror is of rest_casa_pepa/);
    const narrow = await access({ restauranteId: id, alcances: ['pedidos.leer'] });
    await refused(narrow, to, 4, /the mirror is of rest_casa_pepa, the key of rest_otra/);
    await assertMirrors(await access(), to);
  });

  test('is mirrored whatever the time is here', async () => {
    const to = await makeTarget('sqlite');
    for (const years of [-30, 30]) {
      const offset = join(makeFolder(), 'offset');
      writeFileSync(offset, String(years * 365 * 86_400_000));
      const preload = `${SHIFTED.href}?offset=${encodeURIComponent(offset)}`;
      const run = spawnSync(await access(), to, {
        args: ['--once', '--verify'],
        nodeArgs: ['--import', preload],
      });
      assert.equal(await run.ended, 0, run.output());
      await carryOut(service, comando.crear());
    }
    await sync(await access(), to, '--once', '--verify');
  });
});
