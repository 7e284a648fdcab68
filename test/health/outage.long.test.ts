import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../support/postgres/postgres.ts';
import { startSmtp } from '../support/receiver/smtp.ts';
import { comando, sampleRestaurante } from '../support/samples.ts';
import { type Server, startServer } from '../support/server.ts';
import {
  bearer,
  INGEST_KEY,
  makeKeyOperator,
  openTestStore,
  readMetric,
  sendCommands,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import { makePerson } from './evaluation.ts';

const SECRETS_KEY = 'una-llave-de-pruebas-bien-larga-y-secreta';
const OUTAGE_MS = 14_000;
const PAUSE_MS = 100;
const REFUSED_MIN = 60;
/** Of one process for a whole outage, in which it refuses hundreds of requests. */
const LINES_MAX = 25;

interface LogLine {
  msg: string;
  kind?: string;
  err?: { stack?: string };
}

const linesOf = (server: Server): LogLine[] =>
  server
    .takeOutput()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);

test('PostgreSQL goes away: log and metric at once, no stack per refused request, one message on its return and for a process that is killed', async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const smtp = await startSmtp(t);
  const env = { DATABASE_URL: postgres.url, SECRETS_KEY, INGEST_KEY, ...smtp.env };
  const first = await startServer(t, { env });
  const servers = [first, ...(await Promise.all([1, 2].map(() => startServer(t, { env }))))];
  const before = await openTestStore({ databaseUrl: postgres.url, dataDir: '' });
  await before.cuentas.save(sampleRestaurante(), { ingesta: true });
  await makePerson(before, 'olga', null);
  const { token } = await makeKeyOperator(before).makeLlave();
  await before.close();
  const statusOf = async (path: string, { publicUrl }: Server) =>
    (await fetch(`${publicUrl}/api${path}`, { headers: bearer(token) })).status;
  for (const server of servers) assert.equal(await statusOf('/pedidos', server), 200);
  for (const server of servers) server.takeOutput();

  await postgres.down('SIGQUIT');
  const endsMs = Date.now() + OUTAGE_MS;
  const refused = new Map<Server, number>();
  const ask = async (server: Server) => {
    let count = 0;
    for (let n = 0; Date.now() < endsMs || count < REFUSED_MIN; n += 1) {
      const command = async () =>
        (await sendCommands(server.privateUrl, [comando.crear()]))[0]?.codigo;
      const answers = await Promise.all([
        // Another page each time, so that no cache has it.
        statusOf(`/pedidos?limite=${1 + (n % 99)}`, server),
        ...Array.from({ length: 5 }, command),
      ]);
      count += answers.filter((each) => each === 503 || each === 'no_disponible').length;
      await wait(PAUSE_MS);
    }
    refused.set(server, count);
  };
  const away = servers.map((server) =>
    until(async () => (await readMetric(server, 'comanda_conditions{kind="base_ausente"}')) === 1),
  );
  await Promise.all([...servers.map(ask), ...away]);

  await postgres.up();
  for (const server of servers) {
    await until(async () => (await statusOf('/restaurante', server)) === 200);
  }
  await until(() => smtp.received.length > 0);
  await wait(5_000);
  assert.deepEqual(
    smtp.received.map(({ to, subject }) => [...to, subject]),
    [['olga@pepa.example', 'Resuelto: La base de datos no responde']],
  );
  for (const server of servers) {
    const requests = refused.get(server) ?? 0;
    const lines = linesOf(server);
    const told = lines.filter(({ kind }) => kind === 'base_ausente').map(({ msg }) => msg);
    for (const msg of ['condition began', 'condition ended']) assert.ok(told.includes(msg), msg);
    const report = lines.map(({ msg }) => msg).join('\n');
    assert.ok(lines.length <= LINES_MAX, `${lines.length} lines:\n${report}`);
    t.diagnostic(`${requests} refused requests, ${lines.length} lines`);
  }

  // Whichever process evaluates, the others tell of one that is gone: once.
  await first.stop('SIGKILL');
  await until(() => smtp.received.length > 1);
  await wait(5_000);
  const [, gone] = smtp.received;
  assert.equal(smtp.received.length, 2);
  assert.match(gone?.subject ?? '', new RegExp(`^Un proceso ha desaparecido: .*:${first.pid}$`));
});
