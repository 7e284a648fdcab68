import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { FORMATOS, type Formato } from '../../../../src/contract/exportacion.ts';
import { exitAfterTests } from '../../../support/machine/exit.ts';
import { makeFolder } from '../../../support/machine/folder.ts';
import { createMigratedDatabase } from '../../../support/postgres/databases.ts';
import { comando, longPedidos } from '../../../support/samples.ts';
import { type Server, startServer } from '../../../support/server.ts';
import {
  bearer,
  ENGINES,
  type EngineName,
  INGEST_KEY,
  type KeyOperator,
  makeKeyOperator,
  openTestStore,
  sendCommands,
} from '../../../support/service.ts';
import { beginExport } from './begin.ts';

exitAfterTests();

/** Starts the real program on a database with orders. */
const startFilled = async (t: TestContext, engine: EngineName) => {
  const database = engine === 'SQLite' ? null : await createMigratedDatabase();
  const [dataDir, databaseUrl] = [makeFolder(), database?.url ?? null];
  const server = await startServer(t, {
    env: { INGEST_KEY, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
  const commands = longPedidos().map((pedido) => comando.importar(pedido, []));
  await sendCommands(server.privateUrl, [comando.guardarRestaurante(), ...commands]);
  const store = await openTestStore({ databaseUrl, dataDir });
  t.after(async () => {
    await store.close();
    await database?.drop();
  });
  return { server, makeLlave: makeKeyOperator(store).makeLlave };
};

/** An export of which the client has read only the head. */
const begin = async ({ publicUrl }: Server, token: string, formato: Formato) => {
  const url = `${publicUrl}/api/exportacion/pedidos?formato=${formato}`;
  return (await beginExport(url, bearer(token))).incoming;
};

const beginAll = async (server: Server, makeLlave: KeyOperator['makeLlave']) =>
  Promise.all(FORMATOS.map(async (formato) => begin(server, (await makeLlave()).token, formato)));

/** An export by curl, which has read the beginning and is blocked by its own reader. */
const beginCurl = async (server: Server, makeLlave: KeyOperator['makeLlave']) => {
  const { authorization } = bearer((await makeLlave()).token);
  const url = `${server.publicUrl}/api/exportacion/pedidos`;
  const curl = spawn('curl', ['-s', '-H', `Authorization: ${authorization}`, url]);
  await once(curl.stdout, 'readable');
  return curl;
};

for (const engine of ENGINES) {
  test(`${engine}: stopped in the middle of exports, the service finishes them first`, async (t) => {
    const { server, makeLlave } = await startFilled(t, engine);
    const files = await beginAll(server, makeLlave);
    const ended = server.stop('SIGTERM');
    await Promise.all(files.map((file) => file.toArray()));
    for (const file of files) assert.equal(file.complete, true);
    assert.equal((await ended).code, 0);
  });
}

test('killed in the middle of exports, it cuts every file, and the client can tell in every format', async (t) => {
  const { server, makeLlave } = await startFilled(t, 'SQLite');
  const files = await beginAll(server, makeLlave);
  const curl = await beginCurl(server, makeLlave);
  const curlEnded = once(curl, 'exit');
  await server.stop('SIGKILL');
  for (const file of files) {
    await assert.rejects(file.resume().toArray(), /aborted/);
    assert.equal(file.complete, false);
  }
  curl.stdout.resume();
  const [code] = await curlEnded;
  assert.equal(code, 18, 'curl: transfer closed with data remaining');
});
