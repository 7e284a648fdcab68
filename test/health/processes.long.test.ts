import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeMail } from '../../src/mail/mail.ts';
import { makeSmtp } from '../../src/mail/smtp.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeLog } from '../../src/platform/log.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { makeSecretBox } from '../../src/webhooks/secret-box.ts';
import { type Client, makeClient } from '../http/api/client.ts';
import { create } from '../http/api/webhooks/hooks.ts';
import { auditEntry } from '../storage/conformance/harness.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { startSmtp } from '../support/receiver/smtp.ts';
import { comando, sampleRestaurante } from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import { INGEST_KEY, makeKeyOperator, openTestStore, sendCommands } from '../support/service.ts';
import { until } from '../support/until.ts';

const SECRETS_KEY = 'una-llave-de-pruebas-bien-larga-y-secreta';
const RESTAURANTS = 10;
const FAILING = 20;

test('three processes send one message to each person for 200 webhooks that fail together, and after a kill the same again', async (t) => {
  const database = await createMigratedDatabase();
  const smtp = await startSmtp(t);
  const store = await openTestStore({ databaseUrl: database.url, dataDir: '' });
  const receiver = await startReceiver(t);
  const env = {
    ...{ DATABASE_URL: database.url, SECRETS_KEY, INGEST_KEY, ...smtp.env },
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  };
  const servers = await Promise.all([1, 2, 3].map(() => startServer(t, { env })));
  t.after(async () => {
    await store.close();
    await database.drop();
  });

  const places = Array.from({ length: RESTAURANTS }, (_, i) => `rest_${i}`);
  for (const id of places) {
    await store.cuentas.save(sampleRestaurante({ id, slug: id }), { ingesta: true });
  }
  const puestos = places.map((restauranteId) => ({ restauranteId, rol: 'propietaria' as const }));
  for (const name of ['ana', 'beto']) {
    const usuario = {
      id: `usr_${name}`,
      email: `${name}@pepa.example`,
      operador: false,
      creadoMs: 0,
    };
    await store.usuarios.create(usuario, puestos, { hash: name, expiraMs: 0 }, auditEntry());
  }
  const { makeLlave } = makeKeyOperator(store);
  const [first] = servers;
  assert.ok(first !== undefined);
  for (const restauranteId of places) {
    const { token } = await makeLlave({ restauranteId });
    const client = makeClient(first.publicUrl);
    const ask: Client = (path, how) => client(path, { token, ...how });
    for (let n = 0; n < FAILING; n += 1) {
      const url = `http://127.0.0.1:${receiver.ports.http}/status/410?${restauranteId}-${n}`;
      await create(ask, { url, nombre: `W${n}` });
    }
  }
  const beganMs = Date.now();
  const orders = places.map((id) => ({ ...comando.crear(), restaurante_id: id }));
  await sendCommands(first.privateUrl, orders);
  const open = async () =>
    (await store.health.counts()).find(({ tipo }) => tipo === 'webhook_desactivado')?.n ?? 0;
  await until(async () => (await open()) === RESTAURANTS * FAILING);
  await until(() => smtp.received.length >= 2);
  assert.ok(Date.now() - beganMs < 75_000, 'within a minute of the begin');
  const randomBytes = makeRandomBytes();
  const mintId = makeMintId(randomBytes);
  assert.deepEqual(smtp.received.flatMap(({ to }) => to).toSorted(), [
    'ana@pepa.example',
    'beto@pepa.example',
  ]);
  assert.deepEqual(
    new Set(smtp.received.map(({ subject }) => subject)),
    new Set(['200 avisos de Comanda']),
  );

  smtp.hang(true);
  const mail = makeMail({
    ...{ store, clock: systemClock, log: makeLog('silent'), mintId },
    secretBox: makeSecretBox([SECRETS_KEY], randomBytes),
    transport: makeSmtp({ url: smtp.url, from: smtp.env.MAIL_FROM, requireTls: false }),
  });
  const body = { lang: 'es' as const, title: 'Una', paragraphs: [], footer: [] };
  await mail.send({ to: 'ana@pepa.example', subject: 'Una', body });
  await until(() => smtp.received.length === 3);
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  smtp.hang(false);
  await startServer(t, { env });
  await until(() => smtp.received.length === 4);
  await wait(5_000);
  const [, , sent, again] = smtp.received;
  assert.equal(smtp.received.length, 4);
  assert.equal(again?.messageId, sent?.messageId);
});
