import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { UNFILTERED } from '../../src/domain/pedido/filtros.ts';
import { installComanda, ndjson } from '../cli/comanda.ts';
import { makeClient, withToken } from '../http/api/client.ts';
import { create } from '../http/api/webhooks/hooks.ts';
import { carryOut, seedSampleRestaurant } from '../http/api/world.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { findDumpServer } from '../support/postgres/dump-server.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import { type Service, startService } from '../support/service.ts';

const run = promisify(execFile);
const EVENTS_MAX = 10_000;

/** Sealed secrets need this key, which is kept and backed up apart from the database. */
const SECRETS_KEY = 'una-clave-de-pruebas-de-mas-de-32-letras';
type Env = Record<string, string>;

const read = async ({ publicUrl }: Service, token: string, path: string): Promise<string> => {
  const { status, text } = await makeClient(publicUrl)(path, { token });
  assert.equal(status, 200, text);
  return text;
};

const eventsOf = async ({ store }: Service): Promise<string[]> => {
  const events = await store.log.events(RESTAURANTE_ID, 0, EVENTS_MAX);
  return events.map(({ body }) => Buffer.from(body).toString());
};

/**
 * Fills a service, takes a backup while orders keep coming, restores it elsewhere, and serves from it. `restore` puts
 * the copy into a new place and returns the settings for it.
 */
const tryBackup = async (
  t: TestContext,
  first: Env,
  restore: (file: string) => Promise<Env>,
): Promise<void> => {
  const { runProcess: comanda, folder } = installComanda(t);
  const service = await startService(t, { env: { ...first, SECRETS_KEY } });
  const pedidoId = await seedSampleRestaurant(service);
  await carryOut(service, comando.avanzar(pedidoId, 'confirmado'));
  const { token } = await service.makeLlave();
  const api = withToken(makeClient(service.publicUrl), token);
  await create(api, { eventos: ['pedido.cancelado'] });
  const paths = [
    ...[`/pedidos/${pedidoId}`, `/pedidos/${pedidoId}/historial`],
    ...['/carta', '/zonas', '/restaurante', '/webhooks'],
  ];
  const before = new Map<string, string>();
  for (const path of paths) before.set(path, await read(service, token, path));
  const acknowledged = (await eventsOf(service)).length;

  const file = join(folder, 'copia');
  let isDone = false;
  const busy = (async () => {
    while (!isDone) await carryOut(service, comando.crear());
  })();
  const { code, stdout, stderr } = await comanda(['backup', '--verify', '--json', file], {
    env: first,
  });
  isDone = true;
  await busy;
  assert.equal(code, 0, stderr);

  const { archivo, verificada, filas } = JSON.parse(stdout);
  assert.deepEqual([archivo, verificada], [file, true]);

  const copy = await startService(t, { env: { ...(await restore(file)), SECRETS_KEY } });
  for (const [path, text] of before) assert.equal(await read(copy, token, path), text, path);
  const events = await eventsOf(copy);
  assert.equal(events.length, filas.eventos, 'the figures are of its own snapshot');
  assert.ok(events.length >= acknowledged, 'all that was answered before it began');
  assert.deepEqual(events, (await eventsOf(service)).slice(0, events.length));
  // The backup is a snapshot: its counters and sums agree with its log. One event belongs to no new order.
  const query = { restauranteId: RESTAURANTE_ID, ...UNFILTERED };
  const count = await copy.store.pedidos.count(query);
  const { pedidos } = await copy.store.pedidos.summary(RESTAURANTE_ID, '2000-01-01', '2999-12-31');
  assert.deepEqual([count, pedidos], [events.length - 1, events.length - 1]);
  await carryOut(copy, comando.avanzar(pedidoId, 'entregado'));
  assert.equal((await eventsOf(copy)).length, events.length + 1);
};

test('SQLite: a backup taken under way is served from another folder', async (t) => {
  const folder = makeFolder();
  await tryBackup(t, { DATA_DIR: join(folder, 'primero') }, async (file) => {
    const DATA_DIR = join(folder, 'segundo');
    await mkdir(DATA_DIR);
    await copyFile(file, join(DATA_DIR, 'comanda.db'));
    return { DATA_DIR };
  });
});

test('PostgreSQL: a backup taken under way is served from another database', async (t) => {
  const server = await findDumpServer();
  // The engine's tests cover the message for a missing or older pg_dump.
  if (typeof server === 'string') return t.diagnostic(`not tried: ${server}`);
  try {
    const DATABASE_URL = await server.create('primera');
    await tryBackup(t, { DATABASE_URL }, async (file) => {
      const second = await server.create('segunda');
      await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${second}`, file]);
      return { DATABASE_URL: second };
    });
  } finally {
    t.after(() => server.stop());
  }
});

test('PostgreSQL: a backup that cannot be restored whole is none, and the audit has it', async (t) => {
  const server = await findDumpServer();
  if (typeof server === 'string') return t.diagnostic(`not tried: ${server}`);
  try {
    const { runProcess: comanda, folder } = installComanda(t);
    const DATABASE_URL = await server.create('tercera');
    await comanda(['import', '-'], {
      env: { DATABASE_URL },
      input: ndjson(comando.guardarRestaurante(), comando.crear()),
    });
    const programs = join(folder, 'bin');
    await mkdir(programs);
    await writeFile(join(programs, 'pg_restore'), '#!/bin/sh\n', { mode: 0o700 });
    const file = join(folder, 'copia');
    const env = { DATABASE_URL, PATH: `${programs}:${process.env['PATH']}` };
    const { code, stderr } = await comanda(['backup', '--verify', file], { env });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /the backup is not what was backed up: .*pedidos has no rows instead of 1/,
    );
    assert.deepEqual(await readdir(folder), ['bin']);
    const { stdout } = await comanda(['audit'], { env });
    assert.match(stdout, /copia\.fallida {2}base {2}.*pedidos has no rows/);
    assert.doesNotMatch(stdout, /copia\.hecha/);
  } finally {
    t.after(() => server.stop());
  }
});
