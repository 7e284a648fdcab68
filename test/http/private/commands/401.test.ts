import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comando, RESTAURANTE_ID } from '../../../support/samples.ts';
import { INGEST_KEY, readMetrics, startService, toBody } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import {
  COMMANDS_HEAD,
  httpChunk,
  LAST_CHUNK,
  listenTo,
  openSocket,
} from '../../../support/wire.ts';

const service = await startService({ after });

const attempts: Record<string, [authorization: string | null, codigo: string]> = {
  'no key': [null, 'llave_ausente'],
  'an empty key': ['Bearer ', 'llave_ausente'],
  'a wrong key': [`Bearer ${INGEST_KEY.replace('c', 'C')}`, 'llave_invalida'],
  'the beginning of the key': [`Bearer ${INGEST_KEY.slice(0, -1)}`, 'llave_invalida'],
  'the key and more': [`Bearer ${INGEST_KEY}x`, 'llave_invalida'],
  'another scheme': [`Basic ${INGEST_KEY}`, 'llave_invalida'],
};

for (const [what, [authorization, codigo]] of Object.entries(attempts)) {
  test(`${what} is refused, and nothing is carried out`, async () => {
    const response = await fetch(`${service.privateUrl}/commands`, {
      method: 'POST',
      headers: authorization === null ? {} : { authorization },
      body: toBody([comando.guardarRestaurante()]),
    });
    assert.equal(response.status, 401);
    assert.equal(response.headers.get('www-authenticate'), 'Bearer');
    assert.partialDeepStrictEqual(await response.json(), { ok: false, codigo });
    assert.equal(await service.store.cuentas.find(RESTAURANTE_ID), null);
  });
}

test('the scheme may be written in any case', async () => {
  const response = await fetch(`${service.privateUrl}/commands`, {
    method: 'POST',
    headers: { authorization: `bearer ${INGEST_KEY}` },
  });
  assert.equal(response.status, 200);
});

test('a client that reads only after it has sent everything gets its answer', async () => {
  const socket = await openSocket(service.privateUrl);
  const heard = listenTo(socket);
  const head = COMMANDS_HEAD.replace(INGEST_KEY, 'otra').replace(
    'Host',
    'Connection: close\r\nHost',
  );
  socket.pause().write(head);
  const chunk = httpChunk(' '.repeat(64 * 1_024));
  for (let sent = 0; sent < 64; sent += 1) {
    const error = await new Promise((resolve) => socket.write(chunk, resolve));
    assert.ok(!error, `cut off: ${error}`);
  }
  socket.end(LAST_CHUNK).resume();
  await until(() => heard.text.includes('"codigo":"llave_invalida"'));
  socket.destroy();
});

test('a client that goes away in the middle of its body leaves no run of commands behind', async () => {
  const socket = await openSocket(service.privateUrl);
  const heard = listenTo(socket);
  const line = toBody([comando.guardarRestaurante()]);
  socket.write(COMMANDS_HEAD.replace(INGEST_KEY, 'otra') + httpChunk(line));
  await until(() => heard.text.includes('"codigo":"llave_invalida"'));
  socket.resetAndDestroy();
  // The service reads the end of the connection before these.
  await (await fetch(`${service.privateUrl}/health`)).text();
  assert.match(await readMetrics(service), /^comanda_command_requests_open 0$/m);
});
