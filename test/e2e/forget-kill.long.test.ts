import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { openUnchanged } from '../../src/storage/engines/sqlite/driver/open.ts';
import { installComanda, ndjson, said } from '../cli/comanda.ts';
import { allPedidos } from '../storage/conformance/harness.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import { query } from '../support/postgres/query.ts';
import { comando, RESTAURANTE_ID, samplePedidoEntero } from '../support/samples.ts';
import { ENGINES, INGEST_KEY, openTestStore, sendCommands } from '../support/service.ts';
import { until } from '../support/until.ts';

const ORDERS = 600;
const NAMED = 'ped_300';
/** An order in the middle of them, by id: changing it hangs until the process is killed. */
const STUCK = 'ped_450';
const HANG = {
  sqlite: `
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
    CREATE TRIGGER hang AFTER UPDATE ON pedidos WHEN new.id = '${STUCK}'
    BEGIN SELECT count(*) FROM endless; END`,
  postgres: `
    CREATE FUNCTION endless() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3600); END';
    CREATE TRIGGER hang AFTER UPDATE ON pedidos FOR EACH ROW WHEN (new.id = '${STUCK}')
    EXECUTE FUNCTION endless()`,
};
const HANG_NO_MORE = {
  sqlite: 'DROP TRIGGER hang; DROP VIEW endless',
  // The server's side of a connection would go on sleeping after its client was killed.
  postgres: `
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep';
    DROP TRIGGER hang ON pedidos; DROP FUNCTION endless`,
};

const start = async (comanda: ReturnType<typeof installComanda>, env: Record<string, string>) => {
  const server = comanda.start(['serve', '--no-demo'], { env });
  const [, privateUrl = ''] = await said(server, 'stdout', /"privateUrl":"([^"]+)"/);
  return { ...server, privateUrl };
};

const tryKill = async (t: TestContext, databaseUrl: string | null): Promise<void> => {
  const comanda = installComanda(t);
  const where = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  const env = { PORT: '0', PRIVATE_PORT: '0', INGEST_KEY, LOG_LEVEL: 'info', ...where };
  const runStatements = async ({ sqlite, postgres }: typeof HANG): Promise<void> => {
    if (databaseUrl !== null) return void (await query(databaseUrl, postgres));
    const connection = openUnchanged(comanda.dataDir);
    connection.exec(sqlite);
    connection.close();
  };
  const orders = Array.from({ length: ORDERS }, (_, i) =>
    comando.importar(samplePedidoEntero({ id: `ped_${i}` })),
  );
  const input = ndjson(comando.guardarRestaurante(), ...orders);
  assert.equal((await comanda.run(['import', '-'], { env, input })).code, 0);
  const store = await openTestStore({ databaseUrl, dataDir: comanda.dataDir });
  const forgotten = async (): Promise<Pedido[]> =>
    (await allPedidos(store)).filter(({ cliente }) => cliente.nombre === '');

  const head = async () => (await store.log.position(RESTAURANTE_ID))?.secuencia ?? 0;
  const before = await head();

  // Kills it between the first slice and the last.
  await runStatements(HANG);
  const first = await start(comanda, env);
  const lost = sendCommands(first.privateUrl, [comando.olvidar({ pedido_id: NAMED })]).catch(
    () => 'no answer',
  );
  await until(async () => (await head()) > before);
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  await runStatements(HANG_NO_MORE);
  assert.equal(await lost, 'no answer');
  const done = await forgotten();
  assert.ok(done.length > 0 && done.length < ORDERS, `${done.length} were done`);
  assert.ok(
    done.every(({ id }) => id !== NAMED),
    'the order that names the customer comes last',
  );

  const second = await start(comanda, env);
  const [answer] = await sendCommands(second.privateUrl, [comando.olvidar({ pedido_id: NAMED })]);
  assert.equal(answer?.pedidos, ORDERS - done.length);
  assert.equal((await forgotten()).length, ORDERS);
  const events = await store.log.events(RESTAURANTE_ID, 0, 5 * ORDERS);
  const announced = events
    .filter(({ tipo }) => tipo === 'pedido.estado_cambiado')
    .map(({ body }) => JSON.parse(Buffer.from(body).toString()).datos.pedido.id as string);
  assert.equal(announced.length, ORDERS);
  assert.equal(new Set(announced).size, ORDERS);
  await store.close();
  second.child.kill('SIGTERM');
  await second.result;
};

for (const engine of ENGINES) {
  test(`a forgetting that was killed is finished by the next, each order announced once: ${engine}`, async (t) => {
    if (engine === 'SQLite') return tryKill(t, null);
    const database = await createMigratedDatabase();
    await tryKill(t, database.url);
    await database.drop();
  });
}
