import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { installComanda, ndjson, said } from '../cli/comanda.ts';
import { allPedidos } from '../storage/conformance/harness.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import { comando, RESTAURANTE_ID, samplePedidoEntero } from '../support/samples.ts';
import { ENGINES, INGEST_KEY, openTestStore, sendCommands } from '../support/service.ts';
import { until } from '../support/until.ts';

const ORDERS = 600;
const NAMED = 'ped_300';

const start = async (comanda: ReturnType<typeof installComanda>, env: Record<string, string>) => {
  const server = comanda.start(['serve', '--no-demo'], { env });
  const [, privateUrl = ''] = await said(server, 'stdout', /"privateUrl":"([^"]+)"/);
  return { ...server, privateUrl };
};

const tryKill = async (t: TestContext, more: Record<string, string>): Promise<void> => {
  const comanda = installComanda(t);
  const env = { PORT: '0', PRIVATE_PORT: '0', INGEST_KEY, LOG_LEVEL: 'info', ...more };
  const orders = Array.from({ length: ORDERS }, (_, i) =>
    comando.importar(samplePedidoEntero({ id: `ped_${i}` })),
  );
  const input = ndjson(comando.guardarRestaurante(), ...orders);
  assert.equal((await comanda.run(['import', '-'], { env, input })).code, 0);
  const databaseUrl = more['DATABASE_URL'] ?? null;
  const store = await openTestStore({ databaseUrl, dataDir: comanda.dataDir });
  const forgotten = async (): Promise<Pedido[]> =>
    (await allPedidos(store)).filter(({ cliente }) => cliente.nombre === '');

  const head = async () => (await store.log.position(RESTAURANTE_ID))?.secuencia ?? 0;
  const before = await head();

  // Killed somewhere between the first slice and the last.
  const first = await start(comanda, env);
  const lost = sendCommands(first.privateUrl, [comando.olvidar({ pedido_id: NAMED })]).catch(
    () => 'no answer',
  );
  await until(async () => (await head()) > before);
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  assert.equal(await lost, 'no answer');
  const done = await forgotten();
  assert.ok(done.length < ORDERS, 'the kill came too late to prove anything');
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
    if (engine === 'SQLite') return tryKill(t, {});
    const database = await createMigratedDatabase();
    await tryKill(t, { DATABASE_URL: database.url });
    await database.drop();
  });
}
