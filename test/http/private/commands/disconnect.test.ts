import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { makeLog } from '../../../../src/platform/log.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { readMetrics, startService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { COMMANDS_HEAD, httpChunk, openSocket } from '../../../support/wire.ts';
import { listenPrivately } from '../listen.ts';

const service = await startService({ after });
await service.command(comando.guardarRestaurante());

const exists = async (id: string) => (await service.store.pedidos.get(RESTAURANTE_ID, id)) !== null;
const crear = (id: string) => JSON.stringify(comando.crear(samplePedido({ id })));

const openRuns = async () =>
  /comanda_command_requests_open (\d+)/.exec(await readMetrics(service))?.[1];

test('a client that disconnects mid-line: whole lines are kept, the rest is dropped', async () => {
  const socket = await openSocket(service.privateUrl);
  socket.write(COMMANDS_HEAD);
  socket.write(httpChunk(`${crear('ped_a')}\n${crear('ped_b')}\n${crear('ped_c').slice(0, -1)}`));
  socket.end();
  await until(() => exists('ped_b'));
  await until(async () => (await openRuns()) === '0');
  assert.ok(await exists('ped_a'));
  assert.ok(!(await exists('ped_c')));
});

test('a last line without a newline is incomplete when the client has vanished', async () => {
  const socket = await openSocket(service.privateUrl);
  socket.write(COMMANDS_HEAD);
  socket.write(httpChunk(`${crear('ped_d')}\n${crear('ped_e')}`), () => socket.resetAndDestroy());
  await until(() => exists('ped_d'));
  await until(async () => (await openRuns()) === '0');
  assert.ok(!(await exists('ped_e')));
});

test('a client that sends much, reads nothing and goes away loses nothing it sent', async () => {
  const count = 3_000;
  const socket = await openSocket(service.privateUrl);
  socket.pause();
  socket.write(COMMANDS_HEAD);
  for (let i = 0; i < count; i += 1) socket.write(httpChunk(`${crear(`ped_muchos_${i}`)}\n`));
  socket.end();
  await until(() => exists(`ped_muchos_${count - 1}`));
  const { secuencia } = (await service.store.log.position(RESTAURANTE_ID)) ?? { secuencia: 0 };
  assert.equal(secuencia, count + 3);
  socket.destroy();
  await until(async () => (await openRuns()) === '0');
});

test('the log names a client that went away in the middle of its body, and not those that a stop cuts off', async () => {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line) => lines.push(line) });
  const { url, close } = await listenPrivately({ log });
  const [gone, waiting] = [await openSocket(url), await openSocket(url)];
  for (const socket of [gone, waiting]) {
    socket.write(COMMANDS_HEAD);
    await once(socket, 'data');
  }
  gone.resetAndDestroy();
  await until(() => lines.length > 0);
  await close({ lingerMs: 0, drainMs: 0 });
  waiting.destroy();
  assert.equal(lines.length, 1);
  const { msg, client } = JSON.parse(lines[0] ?? '');
  assert.deepEqual(
    { msg, client },
    { msg: 'a request to /commands was cut short', client: '127.0.0.1' },
  );
});
