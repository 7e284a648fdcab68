import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { privateConnections } from '../../../src/config/file-limit.ts';
import { until } from '../../support/until.ts';
import { exchange } from '../../support/wire.ts';
import { listenPrivately } from './listen.ts';

const HEALTH = 'GET /health HTTP/1.1\r\nHost: comanda\r\n\r\n';

test('as many connections as may be open are, and one that ends makes room', async (t) => {
  const { url, close } = await listenPrivately({ connectionsMax: 5 });
  const { hostname, port } = new URL(url);
  const open = async (): Promise<{ socket: Socket; isCut: () => boolean }> => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    let isCut = false;
    socket.resume().on('close', () => {
      isCut = true;
    });
    t.after(() => void socket.destroy());
    await once(socket, 'connect');
    socket.write(HEALTH);
    return { socket, isCut: () => isCut };
  };
  const kept: Awaited<ReturnType<typeof open>>[] = [];
  for (let i = 0; i < 5; i += 1) kept.push(await open());
  const refused = await open().catch(() => null);
  await until(() => refused === null || refused.isCut());
  assert.ok(kept.every(({ isCut }) => !isCut()));
  kept[0]?.socket.destroy();
  await until(async () => {
    const { status } = await exchange(
      url,
      HEALTH.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    ).catch(() => ({ status: 0 }));
    return status === 200;
  });
  for (const { socket } of kept) socket.destroy();
  await close({ lingerMs: 0, drainMs: 1_000 });
});

test('the private port leaves most files to clients', () => {
  const totals = [1_024, 1_500, 65_536, Number.POSITIVE_INFINITY].map(
    (openFiles) => privateConnections(openFiles).total,
  );
  assert.deepEqual(totals, [256, 375, 1_000, 1_000]);
});
