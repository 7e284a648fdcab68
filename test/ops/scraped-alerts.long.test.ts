import assert from 'node:assert/strict';
import { readFile, statfs, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../src/domain/time.ts';
import { makeClient, withToken } from '../http/api/client.ts';
import { create } from '../http/api/webhooks/hooks.ts';
import { auditEntry } from '../storage/conformance/harness.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { freePort } from '../support/machine/loopback.ts';
import { mountSmall } from '../support/machine/small-disk.ts';
import { startPostgres } from '../support/postgres/postgres.ts';
import { query } from '../support/postgres/query.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { comando, sampleRestaurante } from '../support/samples.ts';
import { type Server, startServer } from '../support/server.ts';
import {
  type Cleanup,
  INGEST_KEY,
  makeKeyOperator,
  openTestStore,
  sendCommands,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import { hasPrometheus, startPrometheus } from './prometheus.ts';

const SECRETS_KEY = 'una-llave-de-pruebas-bien-larga-y-secreta';
const COMMON = { SECRETS_KEY, INGEST_KEY };
const CONNECTIONS = 20;
const DISK_MIB = 64;
const SHIFT = new URL('../../faults/clock/shifted.ts', import.meta.url);

/** A webhook that is off, an old backup and one that failed, in a service on SQLite. */
const makeTrouble = async (t: Cleanup, dataDir: string): Promise<Server> => {
  const receiver = await startReceiver(t);
  const env = { ...COMMON, DATA_DIR: dataDir, CONNECTIONS_MAX: String(CONNECTIONS) };
  const server = await startServer(t, { env: { ...env, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
  const store = await openTestStore({ databaseUrl: null, dataDir });
  await store.cuentas.save(sampleRestaurante(), { ingesta: true });
  const { token } = await makeKeyOperator(store).makeLlave();
  const url = `http://127.0.0.1:${receiver.ports.http}/status/410`;
  await create(withToken(makeClient(server.publicUrl), token), { url });
  await sendCommands(server.privateUrl, [comando.crear()]);
  for (const [accion, ageMs] of [
    ['copia.hecha', DAY_MS + MINUTE_MS],
    ['copia.fallida', MINUTE_MS],
  ] as const) {
    await store.auditoria.add(auditEntry({ accion, momentoMs: Date.now() - ageMs }));
  }
  await store.close();
  return server;
};

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .split(' ')
    .filter(Boolean)
    .map(Number);

/** Kills a worker, and waits for its successor. */
const killWorker = async ({ pid }: Server): Promise<void> => {
  const before = await childrenOf(pid);
  process.kill(before[0] ?? 0, 'SIGKILL');
  await until(async () => {
    const now = await childrenOf(pid);
    return now.length === before.length && now.some((each) => !before.includes(each));
  });
};

/** A week ago orders came in every minute. */
const lastWeek = () => {
  const nowMs = Date.now();
  return Array.from({ length: 90 }, (_, n) => ({
    series: 'comanda_commands_total{job="comanda",instance="x",op="pedido.crear",result="ok"}',
    value: n,
    atMs: nowMs - 7 * DAY_MS + (n - 75) * MINUTE_MS,
  }));
};

test('Prometheus scrapes what really goes wrong, and fires the shipped alerts until it is right', async (t) => {
  if (!(await hasPrometheus())) return t.diagnostic('not tried: there is no Prometheus here');
  const dataDir = await mountSmall(t, DISK_MIB);
  if (dataDir === null) return t.diagnostic('not tried: nothing can be mounted here');
  const lite = await makeTrouble(t, dataDir);
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  await query(postgres.url, 'CREATE DATABASE shifted');
  const shiftedUrl = new URL(postgres.url);
  shiftedUrl.pathname = '/shifted';
  const offset = join(makeFolder(), 'offset');
  await writeFile(offset, '0');
  const shim = new URL(SHIFT);
  shim.searchParams.set('offset', offset);
  const shifted = await startServer(t, {
    env: { ...COMMON, DATABASE_URL: shiftedUrl.href },
    nodeArgs: ['--import', shim.href],
  });
  // Of its own choice the service would choose another port once all of its workers have died.
  const [port, privatePort] = [await freePort(), await freePort()].map(String);
  const workers = await startServer(t, {
    env: { ...COMMON, DATABASE_URL: postgres.url, PORT: `${port}`, PRIVATE_PORT: `${privatePort}` },
    args: ['--workers', '2'],
  });
  const servers = [lite, shifted, workers];
  const { firing } = await startPrometheus(
    t,
    servers.map(({ privateUrl }) => privateUrl),
    lastWeek(),
  );
  const fires = async (alert: string): Promise<void> => {
    await until(async () => (await firing()).includes(alert));
    t.diagnostic(`fires: ${alert}`);
  };
  const isOver = async (alert: string): Promise<void> => {
    await until(async () => !(await firing()).includes(alert));
    t.diagnostic(`over: ${alert}`);
  };

  for (const alert of ['ComandaCondition webhook_desactivado', 'ComandaBackupOld'])
    await fires(alert);
  for (const alert of ['ComandaBackupFailed', 'ComandaIngestionStopped']) await fires(alert);

  const filler = join(dataDir, 'filler');
  const { bavail, blocks, bsize } = await statfs(dataDir);
  await writeFile(filler, Buffer.alloc(Math.floor((bavail - blocks * 0.05) * bsize)));
  await fires('ComandaDiskFull');
  await writeFile(filler, '');
  await isOver('ComandaDiskFull');

  const { hostname, port: litePort } = new URL(lite.publicUrl);
  const sockets: Socket[] = [];
  for (let n = 0; n < 2 * CONNECTIONS; n += 1) {
    const socket = connect(Number(litePort), hostname).on('error', () => {});
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  }
  await fires('ComandaConnectionsRefused total');
  await fires('ComandaFilesRunningOut');
  for (const socket of sockets) socket.destroy();
  await isOver('ComandaFilesRunningOut');

  await writeFile(offset, String(MINUTE_MS));
  shifted.kill('SIGUSR2');
  await fires('ComandaClockOff');
  await writeFile(offset, '0');
  shifted.kill('SIGUSR2');
  await isOver('ComandaClockOff');

  for (let n = 0; n < 5; n += 1) await killWorker(workers);
  await fires('ComandaWorkersEnding');

  await postgres.down('SIGQUIT');
  await fires('ComandaCondition base_ausente');
  assert.ok((await firing()).includes('ComandaCondition webhook_desactivado'), 'it stays');
  await postgres.up();
  await isOver('ComandaCondition base_ausente');

  await lite.stop();
  await fires('ComandaDown');
});
