import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { column, columns } from '../../../support/columns.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { startService, toBody, WITH_KEY } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import {
  COMMANDS_HEAD,
  httpChunk,
  LAST_CHUNK,
  listenTo,
  openCommands,
  openSocket,
  readChunked,
} from '../../../support/wire.ts';

test('a whole life of an order, a line for each line, all of it stored', async (t) => {
  const service = await startService(t);
  const answers = await service.command(
    comando.guardarRestaurante(),
    comando.crear(samplePedido({ id: 'ped_1' })),
    comando.avanzar('ped_1', 'confirmado'),
    comando.modificarItems('ped_1'),
    comando.anotar('ped_1', { instrucciones: 'Sin prisa' }),
    comando.avanzar('ped_1', 'entregado'),
  );
  assert.deepEqual(
    answers.map(({ linea, ok }) => ({ linea, ok })),
    [1, 2, 3, 4, 5, 6].map((linea) => ({ linea, ok: true })),
  );
  assert.equal(answers[0]?.restaurante_id, RESTAURANTE_ID);
  const ids = answers.slice(1).map((answer) => answer.evento_id);
  const events = await service.store.log.events(RESTAURANTE_ID, 0, 10);
  assert.deepEqual(column(events, 'id'), ids);
  const body = (await service.store.pedidos.get(RESTAURANTE_ID, 'ped_1'))?.body;
  assert.equal(JSON.parse(Buffer.from(body ?? []).toString()).estado, 'entregado');
});

test('the answer is NDJSON, whatever the content type of the request', async (t) => {
  const service = await startService(t);
  for (const type of ['application/x-ndjson', 'text/plain', 'application/json', 'no such type']) {
    const response = await fetch(`${service.privateUrl}/commands`, {
      method: 'POST',
      headers: { ...WITH_KEY, 'content-type': type },
      body: toBody([comando.guardarRestaurante()]),
    });
    assert.equal(response.status, 200, type);
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    assert.equal(
      await response.text(),
      `{"linea":1,"ok":true,"restaurante_id":"${RESTAURANTE_ID}"}\n`,
    );
  }
});

test('a request without lines has no answers', async (t) => {
  const service = await startService(t);
  assert.deepEqual(await service.command(), []);
  assert.deepEqual(await service.command('', '  ', '\r'), []);
});

test('answers come while the request is still being sent', async (t) => {
  const service = await startService(t);
  const talk = openCommands(service.privateUrl);
  talk.send(comando.guardarRestaurante());
  assert.equal((await talk.answers(1)).at(0)?.ok, true);
  talk.send(comando.crear(samplePedido({ id: 'ped_1' })));
  assert.equal((await talk.answers(2)).at(1)?.pedido_id, 'ped_1');
  talk.send('{"op":');
  talk.send('"pedido.cancelar"}\n');
  assert.equal((await talk.answers(3)).at(2)?.ok, false);
  talk.end();
  assert.equal((await talk.allAnswers()).length, 3);
});

test('a request with Content-Length is answered only once it has arrived, because nginx forwards no more of it then', async (t) => {
  const service = await startService(t);
  await service.command(comando.guardarRestaurante());
  const [first, second] = ['ped_1', 'ped_2'].map(
    (id) => `${JSON.stringify(comando.crear(samplePedido({ id })))}\n`,
  ) as [string, string];
  const socket = await openSocket(service.privateUrl);
  const length = Buffer.byteLength(first + second);
  socket.write(COMMANDS_HEAD.replace('Transfer-Encoding: chunked', `Content-Length: ${length}`));
  const heard = listenTo(socket);
  socket.write(first);
  const advance = () => service.command(comando.avanzar('ped_1', 'confirmado'));
  await until(async () => (await advance()).at(0)?.ok === true);
  assert.equal(heard.text, '');
  socket.write(second);
  await until(() => /"linea":1,"ok":true.*\n.*"linea":2,"ok":true/.test(heard.text));
  socket.destroy();
});

test('bytes come in any pieces, the last line needs no newline, and Windows may have written the file', async (t) => {
  const service = await startService(t);
  const pedido = samplePedido({ id: 'ped_1', instrucciones: '👩‍🍳 sin tamaño' });
  const lines = [comando.guardarRestaurante(), comando.crear(pedido)];
  const socket = await openSocket(service.privateUrl);
  socket.write(COMMANDS_HEAD);
  const file = `\uFEFF${lines.map((line) => JSON.stringify(line)).join('\r\n\r\n')}`;
  for (const byte of Buffer.from(file)) socket.write(httpChunk(Uint8Array.of(byte)));
  socket.write(LAST_CHUNK);
  const text = await readChunked(socket);
  assert.match(text, /"linea":1,"ok":true/);
  assert.match(text, /"linea":3,"ok":true,"pedido_id":"ped_1"/);
  const body = (await service.store.pedidos.get(RESTAURANTE_ID, 'ped_1'))?.body;
  const stored = JSON.parse(Buffer.from(body ?? []).toString());
  assert.equal(stored.instrucciones, '👩‍🍳 sin tamaño');
  assert.equal(stored.items[0].tamaño, 'Familiar');
});

test('the same clave again, also on many connections at once, gives the first answer again and changes nothing', async (t) => {
  const service = await startService(t);
  await service.command(comando.guardarRestaurante());
  const crear = (clave: string) => comando.crear(samplePedido(), { clave });
  const [first, second] = await service.command(crear('una'), crear('una'));
  assert.equal(first?.ok, true);
  assert.deepEqual(second, { ...first, linea: 2 });
  assert.deepEqual(await service.command(crear('una')), [first]);
  const many = Array.from({ length: 8 }, () => service.command(crear('a la vez')));
  const [one, ...others] = await Promise.all(many);
  for (const other of others) assert.deepEqual(other, one);
  assert.equal((await service.store.log.position(RESTAURANTE_ID))?.secuencia, 2);
});

test('the example of the documentation is carried out', async (t) => {
  const service = await startService(t);
  const example = new URL('../../../../docs/examples/first-order.ndjson', import.meta.url);
  const answers = await service.command(await readFile(example, 'utf8'));
  assert.deepEqual(
    columns(answers, 'linea', 'ok'),
    [1, 2, 3, 4].map((linea) => [linea, true]),
  );
});
