import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CONNECTIONS_DEFAULT_MAX, connectionsWithin } from '../../../src/config/file-limit.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../support/samples.ts';
import { startServer } from '../../support/server.ts';
import {
  INGEST_KEY,
  readMetric,
  type Service,
  startService,
  WITH_KEY,
} from '../../support/service.ts';
import { openStream, type StreamReader } from '../../support/stream-reader.ts';
import { until } from '../../support/until.ts';
import { exchange } from '../../support/wire.ts';

/** More than the sockets' buffers of both sides. */
const LARGE_BYTES = 8_000_000;

/** Creates orders that make a page large. */
const createLarge = async (service: Service): Promise<void> => {
  await service.command(comando.guardarRestaurante());
  const items = Array.from({ length: 400 }, () => samplePedido().items[0] ?? assert.fail());
  const orders = Array.from({ length: 100 }, () => comando.crear(samplePedido({ items })));
  await service.command(...orders);
};

/** A request for such a page. */
const askLarge = async (service: Service, header = ''): Promise<string> => {
  const { token } = await service.makeLlave();
  return `GET /api/pedidos?limite=100 HTTP/1.1\r\nHost: comanda\r\nAuthorization: Bearer ${token}\r\n${header}\r\n`;
};

type Metered = Pick<Service, 'privateUrl'>;

const untilOpen = (service: Metered, count: number): Promise<unknown> =>
  until(async () => (await readMetric(service, 'comanda_connections_open')) === count);

/** Connections that nobody reads from, including refused ones; the end of the test closes them. */
const openMany = async (t: TestContext, url: string, count: number, bytes = '') => {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () =>
    connect(Number(port), hostname)
      .on('error', () => undefined)
      .pause(),
  );
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) if (bytes !== '') socket.write(bytes);
  const settled = (socket: Socket) =>
    Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  await Promise.all(sockets.map(settled)).catch(() => undefined);
  return sockets;
};

/** Bytes left to read on a connection that the other side has closed. */
const readRest = async (socket: Socket): Promise<number> => {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  socket.resume();
  if (!socket.destroyed) await once(socket, 'close');
  return bytes;
};

describe('a client that does not read', async () => {
  const service = await startService({ after }, { env: { STALL_SECONDS: '1' } });
  await createLarge(service);
  /** Counts the clients that the service cuts off from now on. */
  const countCut = async () => {
    const name = 'comanda_connections_cut_total{reason="stalled"}';
    const before = await readMetric(service, name);
    return async () => (await readMetric(service, name)) - before;
  };

  test('is cut off, whatever it asked for, and others are not', async (t) => {
    const cut = await countCut();
    const idle = await openMany(t, service.publicUrl, 20, await askLarge(service));
    await until(async () => (await cut()) === 20);
    for (const socket of idle) assert.ok((await readRest(socket)) < LARGE_BYTES);
    const closed = await askLarge(service, 'Connection: close\r\n');
    const [reader] = await openMany(t, service.publicUrl, 1, closed);
    assert.ok(reader);
    assert.ok((await readRest(reader)) > LARGE_BYTES);
  });

  test('is closed when it goes on to send bytes that are no HTTP', async (t) => {
    const [socket] = await openMany(t, service.publicUrl, 1, await askLarge(service));
    assert.ok(socket);
    socket.write('\0');
    assert.ok((await readRest(socket)) < LARGE_BYTES);
  });

  test('but that reads slowly and steadily gets everything', async (t) => {
    const [socket] = await openMany(
      t,
      service.publicUrl,
      1,
      await askLarge(service, 'Connection: close\r\n'),
    );
    assert.ok(socket);
    let bytes = 0;
    socket.on('readable', () => undefined);
    while (!socket.readableEnded && !socket.destroyed) {
      const chunk: Buffer | null = socket.read(1_500_000) ?? socket.read();
      bytes += chunk?.length ?? 0;
      await wait(300);
    }
    assert.ok(bytes > LARGE_BYTES, `${bytes} bytes`);
  });
});

describe('the number of connections', () => {
  test('leaves room for the private listener and for open connections, under a flood', async (t) => {
    const server = await startServer(t, {
      env: { INGEST_KEY, CONNECTIONS_PER_ADDRESS_MAX: '1000' },
      openFiles: 200,
    });
    const flood = await openMany(t, server.publicUrl, 400);
    await untilOpen(server, 100);
    assert.equal((await fetch(`${server.privateUrl}/ready`)).status, 200);
    const sent = await fetch(`${server.privateUrl}/commands`, {
      method: 'POST',
      headers: WITH_KEY,
      body: `${JSON.stringify(comando.guardarRestaurante())}\n`,
    });
    assert.match(await sent.text(), /"ok":true/);
    for (const socket of flood) socket.destroy();
    await untilOpen(server, 0);
    assert.equal((await fetch(`${server.publicUrl}/docs`)).status, 200);
  });

  test('is bounded overall, and open streams go on', async (t) => {
    const service = await startService(t, { env: { CONNECTIONS_MAX: '5' } });
    await service.command(comando.guardarRestaurante());
    const { token } = await service.makeLlave();
    const stream = await openStream(service.publicUrl, { token });
    await openMany(t, service.publicUrl, 10);
    await until(
      async () =>
        (await readMetric(service, 'comanda_connections_cut_total{reason="total"}')) === 6,
    );
    await untilOpen(service, 5);
    await service.command(comando.crear());
    await stream.untilEventos(1);
    stream.close();
  });

  test('of one address is bounded, with an answer that says so', async (t) => {
    const service = await startService(t, { env: { CONNECTIONS_PER_ADDRESS_MAX: '3' } });
    const open = await openMany(t, service.publicUrl, 3);
    await untilOpen(service, 3);
    const { status, head, body } = await exchange(service.publicUrl, '');
    assert.equal(status, 429);
    assert.match(head, /^retry-after: 1$/im);
    assert.match(head, /^x-ratelimit-limit: 60$/im);
    assert.partialDeepStrictEqual(JSON.parse(body), { ok: false, codigo: 'limite_alcanzado' });
    open[0]?.destroy();
    await untilOpen(service, 2);
    assert.equal((await exchange(service.publicUrl, 'x\r\n\r\n')).status, 400);
  });

  test('of this machine is not counted unless it is asked for: it may be a proxy', async (t) => {
    const service = await startService(t);
    await openMany(t, service.publicUrl, 260);
    await untilOpen(service, 260);
    assert.equal((await fetch(`${service.publicUrl}/docs`)).status, 200);
  });

  test('of a client behind a proxy is that of its requests and streams', async (t) => {
    const env = { CONNECTIONS_PER_ADDRESS_MAX: '3', TRUST_PROXY: '1' };
    const service = await startService(t, { env });
    await service.command(comando.guardarRestaurante());
    const { token } = await service.makeLlave({ restauranteId: RESTAURANTE_ID });
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const streams: StreamReader[] = [];
    for (let i = 0; i < 3; i += 1)
      streams.push(await openStream(service.publicUrl, { token, ...from(`192.0.2.1:${i}`) }));
    const ask = async (address: string) =>
      (await fetch(`${service.publicUrl}/docs`, from(address))).status;
    assert.deepEqual([await ask('192.0.2.1'), await ask('192.0.2.2')], [429, 200]);
    streams[0]?.close();
    await until(async () => (await ask('192.0.2.1')) === 200);
    for (const stream of streams) stream.close();
  });

  test('has a default below the limit on open files', () => {
    assert.deepEqual([256, 1_024, 65_536].map(connectionsWithin), [128, 512, 64_512]);
    assert.ok(CONNECTIONS_DEFAULT_MAX < connectionsWithin(1_048_576));
  });
});
