import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import { FORMATOS, type Formato } from '../../../../src/contract/exportacion.ts';
import { exitAfterTests } from '../../../support/machine/exit.ts';
import { makeFolder } from '../../../support/machine/folder.ts';
import { createMigratedDatabase } from '../../../support/postgres/databases.ts';
import { comando, longPedidos } from '../../../support/samples.ts';
import { type Server, startServer } from '../../../support/server.ts';
import {
  ENGINES,
  type EngineName,
  INGEST_KEY,
  type KeyOperator,
  makeKeyOperator,
  openTestStore,
  sendCommands,
} from '../../../support/service.ts';
import { bearer } from '../client.ts';

exitAfterTests();

/** Texts that do not compress: 11 MB, more than the sockets of a client that does not read can hold. */
const pedidos = longPedidos(() => randomBytes(2_900).toString('base64')).slice(0, 700);

/** Starts the program again and again on one database, which is filled the first time. */
const fillDatabase = async (t: TestContext, engine: EngineName) => {
  const database = engine === 'SQLite' ? null : await createMigratedDatabase();
  const [dataDir, databaseUrl] = [makeFolder(), database?.url ?? null];
  const start = () =>
    startServer(t, {
      env: { INGEST_KEY, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    });
  const first = await start();
  const commands = pedidos.map((pedido) => comando.importar(pedido, []));
  await sendCommands(first.privateUrl, [comando.guardarRestaurante(), ...commands]);
  await first.stop();
  const store = await openTestStore({ databaseUrl, dataDir });
  t.after(async () => {
    await store.close();
    await database?.drop();
  });
  return { start, makeLlave: makeKeyOperator(store).makeLlave };
};

/** An export of which nothing is read yet but its head. */
const begin = async ({ publicUrl }: Server, token: string, formato: Formato) => {
  const url = `${publicUrl}/api/exportacion/pedidos?formato=${formato}`;
  const outgoing = get(url, { headers: bearer(token), agent: false });
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return incoming;
};

/** Begins an export in every format, and one by curl that takes some seconds, also for what the system holds. */
const beginAll = async (server: Server, makeLlave: KeyOperator['makeLlave']) => {
  const tokenOf = async () => (await makeLlave()).token;
  const files = await Promise.all(
    FORMATOS.map(async (formato) => begin(server, await tokenOf(), formato)),
  );
  const { authorization } = bearer(await tokenOf());
  const curl = spawn('curl', [
    ...['-s', '-o', '/dev/null', '--limit-rate', '2M', '-H', `Authorization: ${authorization}`],
    `${server.publicUrl}/api/exportacion/pedidos`,
  ]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { files, curl };
};

for (const engine of ENGINES) {
  test(`${engine}: the service ends in the middle of exports`, async (t) => {
    const { start, makeLlave } = await fillDatabase(t, engine);

    await t.test('killed, every file is cut, and the client can tell in every format', async () => {
      const server = await start();
      const { files, curl } = await beginAll(server, makeLlave);
      const curlEnded = once(curl, 'exit');
      await server.stop('SIGKILL');
      for (const file of files) {
        await assert.rejects(file.resume().toArray(), /aborted/);
        assert.equal(file.complete, false);
      }
      const [code] = await curlEnded;
      assert.equal(code, 18, 'curl: transfer closed with data remaining');
    });

    await t.test('stopped, what is being read is finished first', async () => {
      const server = await start();
      const { files, curl } = await beginAll(server, makeLlave);
      curl.kill();
      const ended = server.stop('SIGTERM');
      for (const file of files) {
        await file.resume().toArray();
        assert.equal(file.complete, true);
      }
      assert.equal((await ended).code, 0);
    });
  });
}
