import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { TABLAS } from '../../../../src/contract/exportacion.ts';
import { RUTAS } from '../../../../src/contract/rutas/rutas.ts';
import { readQuery } from '../../../../src/http/api/query.ts';
import { exportTable } from '../../../../src/http/api/recursos/exportacion/exportacion.ts';
import { systemClock } from '../../../../src/platform/clock.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { heldBytes } from '../../../support/machine/memory.ts';
import { query } from '../../../support/postgres/query.ts';
import { comando, longPedidos } from '../../../support/samples.ts';
import { bearer } from '../../../support/service.ts';
import { until, withinASecond } from '../../../support/until.ts';
import { openSocket } from '../../../support/wire.ts';
import { apiRequest } from '../api-request.ts';
import { startApi } from '../start-api.ts';
import { beginExport, countThreads } from './begin.ts';

const ABORTED = 50;
/** Fewer for the other formats: each costs a thread, whose start takes most of the time. */
const ABORTED_CONVERSIONS = 8;
/** Less than this number of slices would take. */
const KEPT_BYTES_MAX = 12 * 1_024 * 1_024;
const POLL_MS = 500;

describeOnEngines('exports that are cut', async (engine) => {
  const { service, carryOut } = await startApi({ after }, engine, { STALL_SECONDS: '1' });
  const { makeLlave, publicUrl, databaseUrl } = service;
  await carryOut(...longPedidos().map((pedido) => comando.importar(pedido, [])));

  const begin = (token: string, path: string) =>
    beginExport(`${publicUrl}/api/exportacion/${path}`, bearer(token));
  /**
   * Transactions that wait for their client, and statements that wait for it to read; but not those that count
   * exports.
   */
  const heldOpen = async (): Promise<object[]> =>
    databaseUrl === null
      ? []
      : query(
          databaseUrl,
          `SELECT state, wait_event, query FROM pg_stat_activity WHERE datname = current_database()
           AND (state LIKE 'idle in transaction%' OR wait_event = 'ClientWrite')
           AND query NOT LIKE '%INTO %leases %'`,
        );
  const statusOf = async (token: string, path: string): Promise<number> => {
    const { incoming, stop } = await begin(token, path);
    stop();
    return incoming.statusCode ?? 0;
  };

  for (const tabla of TABLAS) {
    test(`${tabla}: a file that is cut at nine tenths and continued is whole`, async () => {
      const { token } = await makeLlave();
      // By default `fetch` asks for compression, which would take longer than everything else.
      const headers = { ...bearer(token), 'accept-encoding': 'identity' };
      const whole = await fetch(`${publicUrl}/api/exportacion/${tabla}`, { headers });
      const text = await whole.text();
      const { incoming, stop } = await begin(token, tabla);
      const pieces: Buffer[] = [];
      let missing = 0.9 * Buffer.byteLength(text);
      for await (const piece of incoming) {
        pieces.push(piece);
        missing -= piece.length;
        if (missing <= 0) break;
      }
      stop();
      assert.equal(incoming.complete, false);
      const cut = Buffer.concat(pieces)
        .toString()
        .slice(0, Math.floor(0.9 * text.length));
      const lines = cut.split('\n').slice(0, -1);
      const idOf = (line = '{}'): string => {
        const row = JSON.parse(line);
        return tabla === 'pedidos' ? row.id : row.pedido_id;
      };
      // More rows of the last order may be missing, so that all of its rows are asked for again.
      const last = idOf(lines.at(-1));
      const kept = tabla === 'pedidos' ? lines : lines.filter((line) => idOf(line) !== last);
      const rest = await fetch(
        `${publicUrl}/api/exportacion/${tabla}?despues_de=${idOf(kept.at(-1))}`,
        { headers },
      );
      assert.ok([...kept, await rest.text()].join('\n') === text);
    });
  }

  test('clients that stop reading hold nothing open, are cut off and give their places back', async () => {
    const threads = countThreads();
    const held: object[] = [];
    const stopReading = async (path: string): Promise<void> => {
      const { token } = await makeLlave();
      const stopped = [await begin(token, path), await begin(token, path)];
      assert.equal(await statusOf(token, path), 429);
      // The service has cut both once it has places for two others. A key has 60 requests a minute.
      await until(async () => {
        await wait(POLL_MS);
        held.push(...(await heldOpen()));
        const others = [await begin(token, path), await begin(token, path)];
        for (const { stop } of others) stop();
        return others.every(({ incoming }) => incoming.statusCode === 200);
      });
      for (const { incoming } of stopped) {
        incoming.resume();
        await until(() => incoming.destroyed);
        assert.equal(incoming.complete, false);
      }
    };
    await Promise.all(['pedidos', 'pedidos?formato=csv'].map(stopReading));
    assert.deepEqual(held, []);
    await until(() => countThreads() <= threads);
  });

  test('an export pipelined behind a stream is closed with it, and gives its place back', async () => {
    const { token } = await makeLlave();
    const ask = (path: string) =>
      `GET /api${path} HTTP/1.1\r\nHost: comanda\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    const path = 'pedidos?formato=csv';
    const socket = await openSocket(publicUrl);
    socket.write(ask('/stream') + ask(`/exportacion/${path}`).repeat(2));
    await once(socket, 'data');
    await until(async () => (await statusOf(token, path)) === 429);
    socket.destroy();
    await withinASecond(async () => {
      const others = [await begin(token, path), await begin(token, path)];
      for (const { stop } of others) stop();
      return others.every(({ incoming }) => incoming.statusCode === 200);
    });
  });

  test(`${ABORTED} clients that vanish leave no thread and no memory behind`, async () => {
    const { token } = await makeLlave();
    const vanish = (path: string) => until(async () => (await statusOf(token, path)) === 200);
    const threads = countThreads();
    await vanish('pedidos');
    await vanish('items?formato=csv');
    await until(() => countThreads() <= threads);
    const before = heldBytes();
    for (let i = 0; i < ABORTED; i += 1) {
      await vanish(i < ABORTED_CONVERSIONS ? 'items?formato=csv' : 'pedidos');
    }
    await until(() => countThreads() <= threads);
    await withinASecond(async () => heldBytes() - before < KEPT_BYTES_MAX);
  });
});

test('the making of a workbook stops as soon as its client has gone', async () => {
  const { service } = await startApi({ after });
  const { llave } = await service.makeLlave();
  let made = 0;
  async function* pieces() {
    for (; made < 100; made += 1) yield new Uint8Array();
  }
  const exports = { open: async () => ({ pieces: pieces(), release: () => undefined }) };
  const isGone = () => made === 3;
  const handle = exportTable(service.store, exports, systemClock);
  const params = { tabla: 'pedidos' };
  const query = readQuery('formato=xlsx', RUTAS.exportarTabla.query);
  await handle(apiRequest({ llave, params, query, isGone }));
  assert.equal(made, 3);
});
