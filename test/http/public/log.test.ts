import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sha256Hex } from '../../../src/admin/secrets.ts';
import { systemClock } from '../../../src/clock.ts';
import { makeApi } from '../../../src/http/public/api.ts';
import { makeAuth } from '../../../src/http/public/auth.ts';
import { makeClientAddress } from '../../../src/http/public/client-address.ts';
import { makeErrors } from '../../../src/http/public/errors.ts';
import { makeMemoryLimiter } from '../../../src/http/public/limiter.ts';
import { makePublicListener } from '../../../src/http/public/listener.ts';
import { makeRequestIds } from '../../../src/http/public/request-id.ts';
import type { Handler } from '../../../src/http/public/routes.ts';
import { makeLog } from '../../../src/log.ts';
import { StorageBusyError } from '../../../src/storage/errors.ts';
import type { Llave } from '../../../src/storage/port.ts';
import { RESTAURANTE_ID, seededRandomBytes } from '../../support/samples.ts';
import { assertError, bearer } from './client.ts';

const TOKEN = `svc_live_${'ab'.repeat(16)}`;
const llave: Llave = {
  id: 'llv_1',
  restauranteId: RESTAURANTE_ID,
  nombre: 'caja',
  etiqueta: 'live',
  alcances: ['pedidos.leer'],
  pista: 'abab',
  creador: 'pruebas',
  creadaMs: 0,
  expiraMs: null,
  revocadaMs: null,
  ultimoUsoMs: null,
};

/** The public door with one route, and the lines that it logs. */
const listen = async (handle: Handler) => {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line) => lines.push(line) });
  const errors = makeErrors('https://docs.example/autenticacion');
  const auth = makeAuth({
    llaves: {
      findByHash: async (hash) => (hash === sha256Hex(TOKEN) ? { llave, activo: true } : null),
      touch: async () => undefined,
    },
    clock: systemClock,
    onTouchFailed: () => undefined,
  });
  const requestId = makeRequestIds(seededRandomBytes(1));
  const api = makeApi({
    limiter: makeMemoryLimiter(systemClock),
    clientAddress: makeClientAddress(false),
    routes: [{ method: 'GET', path: '/pedidos/{id}', alcance: 'pedidos.leer', handle }],
    auth,
    errors,
    requestId,
    metrics: { answered: () => undefined },
    clock: systemClock,
    log,
  });
  const listener = makePublicListener({ api, errors, requestId });
  const url = await listener.listen('127.0.0.1', 0);
  return { url, lines, close: () => listener.close(0) };
};

const failWith =
  (error: Error): Handler =>
  () =>
    Promise.reject(error);

describe('the request log', () => {
  test('names the route, the key and the request, and nothing secret or personal', async () => {
    const { url, lines, close } = await listen(async ({ params }) => ({
      status: 200,
      headers: [],
      body: Buffer.from(params['id'] ?? ''),
    }));
    const response = await fetch(
      `${url}/api/pedidos/ped_%C3%B1?llave=${TOKEN}&telefono=600123456`,
      {
        headers: { ...bearer(TOKEN), 'x-request-id': 'mia', 'user-agent': 'inigo@example.com' },
      },
    );
    assert.equal(await response.text(), 'ped_ñ');
    await close();
    assert.equal(lines.length, 1);
    const { time, pid, durationMs, ...rest } = JSON.parse(lines[0] ?? '');
    assert.deepEqual(rest, {
      level: 30,
      requestId: 'mia',
      method: 'GET',
      route: '/pedidos/{id}',
      llaveId: 'llv_1',
      status: 200,
      msg: 'request',
    });
    assert.ok(durationMs >= 0 && pid > 0 && time.endsWith('Z'));
  });

  test('has a failure with its request id, of which the client learns nothing else', async () => {
    const failure = Object.assign(new Error('relation "pedidos" does not exist'), {
      row: { telefono: '600123456' },
    });
    const { url, lines, close } = await listen(failWith(failure));
    const response = await fetch(`${url}/api/pedidos/ped_1`, { headers: bearer(TOKEN) });
    const id = response.headers.get('x-request-id');
    const body = await assertError(response, 'error_interno', 500);
    await close();
    assert.ok(!JSON.stringify(body).includes('relation'));
    const [error] = lines.map((line) => JSON.parse(line));
    assert.partialDeepStrictEqual(error, { level: 50, requestId: id, msg: 'request failed' });
    assert.match(error.err.stack, /relation "pedidos" does not exist/);
    assert.ok(!lines.join('').includes('600123456'));
  });
});

test('a database that does not answer now is 503', async () => {
  const { url, close } = await listen(failWith(new StorageBusyError('locked')));
  const response = await fetch(`${url}/api/pedidos/ped_1`, { headers: bearer(TOKEN) });
  await assertError(response, 'no_disponible', 503);
  await close();
});
