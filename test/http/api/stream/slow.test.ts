import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { column, upTo } from '../../../support/columns.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../../support/samples.ts';
import { openStream } from '../../../support/stream-reader.ts';
import { until } from '../../../support/until.ts';
import { listenTo, openSocket } from '../../../support/wire.ts';
import { openDoor } from '../door.ts';

const instrucciones = 'x'.repeat(4_000);
const BIG = Array.from({ length: 60 }, () => comando.crear(samplePedido({ instrucciones })));

test('a reader that falls too far behind is disconnected, can resume without loss, and harms no other', async (t) => {
  const { publicUrl, store, lines, makeToken } = await openDoor(t);
  const token = await makeToken();
  const slow = await openStream(publicUrl, { token });
  const fast = await openStream(publicUrl, { token });
  await until(() => slow.pings().length === 1);
  slow.pause();
  const reasons = () =>
    lines.filter(({ msg }) => msg === 'stream closed').map((line) => line['reason']);
  while (reasons().length === 0) {
    await store.log.commit(RESTAURANTE_ID, BIG);
    const position = (await store.log.position(RESTAURANTE_ID))?.secuencia ?? 0;
    await fast.untilEventos(position);
  }
  assert.deepEqual(reasons(), ['slow']);
  slow.resume();
  await slow.untilOver();
  const seen = slow.eventos();
  const again = await openStream(publicUrl, { token, lastEventId: slow.lastId() });
  const total = (await store.log.position(RESTAURANTE_ID))?.secuencia ?? 0;
  const rest = await again.untilEventos(total - seen.length);
  const all = upTo(total);
  assert.deepEqual(column([...seen, ...rest], 'secuencia'), all);
  assert.deepEqual(column(fast.eventos(), 'secuencia'), all);
  assert.equal(again.pings()[0]?.reanudacion, 'continuada');
});

test('a slow replay of a long log is waited for', async (t) => {
  const { publicUrl, store, makeToken } = await openDoor(t);
  const token = await makeToken();
  for (let i = 0; i < 30; i += 1) await store.log.commit(RESTAURANTE_ID, BIG);
  const [first] = await store.log.events(RESTAURANTE_ID, 0, 1);
  const stream = await openStream(publicUrl, { token, lastEventId: first?.id ?? '' });
  const total = 30 * BIG.length;
  for (let pauses = 0; pauses < 5; pauses += 1) {
    stream.pause();
    await wait(50);
    stream.resume();
    await stream.untilEventos(Math.min(total - 1, pauses * 100));
  }
  const eventos = await stream.untilEventos(total - 1);
  assert.deepEqual(
    column(eventos, 'secuencia'),
    Array.from({ length: total - 1 }, (_, i) => i + 2),
  );
});

test('clients that hang up, in whatever way, are forgotten', async (t) => {
  const { publicUrl, lines, makeToken } = await openDoor(t);
  const token = await makeToken();
  const request = `GET /api/stream?llave=${token} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const closed = () => lines.filter(({ msg }) => msg === 'stream closed');
  const endings = ['destroy', 'end', 'resetAndDestroy'] as const;
  for (const [i, ending] of endings.entries()) {
    const socket = await openSocket(publicUrl);
    const heard = listenTo(socket);
    socket.write(request);
    await until(() => heard.text.includes('conexion.ping'));
    socket[ending]();
    await until(() => closed().length === i + 1);
    assert.equal(closed().at(-1)?.['reason'], 'client');
  }
  // A client that is gone before the service has anything to send.
  const hasty = await openSocket(publicUrl);
  hasty.write(request);
  hasty.resetAndDestroy();
  for (let i = 0; i < 20; i += 1) {
    const stream = await openStream(publicUrl, { token });
    assert.equal(stream.status, 200, 'its seat is free again');
    stream.close();
    await until(() => closed().length >= endings.length + i + 1);
  }
});

test('a token is in no line of the log and in no error', async (t) => {
  const { publicUrl, api, lines, makeToken } = await openDoor(t);
  const token = await makeToken();
  const secret = token.slice(-32);
  const stream = await openStream(publicUrl, {
    llave: token,
    headers: { 'x-request-id': token },
    query: { 'Last-Event-ID': token },
  });
  assert.doesNotMatch(JSON.stringify(stream.headers), new RegExp(secret));
  await until(() => stream.pings().length === 1);
  stream.close();
  const replies = [
    await api(`/stream?llave=${token}&eventos=${token}`),
    await api(`/stream?llave=${token}&llave=${token}`),
    await api(`/eventos?despues_de=${token}`, { token }),
    await api(`/pedidos/${token}`, { token }),
    await api(`/pedidos?limite=${token}&cursor=${token}`, { token }),
    await api(`/stream?llave=${token}`, { method: 'POST', headers: { 'x-request-id': token } }),
  ];
  await until(() => lines.some(({ msg }) => msg === 'stream closed'));
  for (const { text, headers } of replies) {
    assert.doesNotMatch(text + JSON.stringify(headers), new RegExp(secret));
  }
  assert.doesNotMatch(JSON.stringify(lines), new RegExp(secret));
  assert.ok(lines.some(({ route }) => route === '/stream'));
});
