import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { FILTROS_EVENTO } from '../../../../src/contract/recursos/evento.ts';
import type { StreamReader } from '../../../support/stream-reader.ts';
import { until } from '../../../support/until.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

const { service, api, ask, listen } = await startApi({ after });

describe('400', () => {
  test('an unknown type, with all that are known', async () => {
    for (const eventos of ['pedido.perdido', ',pedido.nuevo', '', 'carta.*', 'conexion.ping']) {
      const reply = await ask(`/stream?eventos=${eventos}`);
      const { valores_validos } = assertError(reply, 'parametro_invalido');
      assert.deepEqual(valores_validos, [...FILTROS_EVENTO]);
    }
  });

  test('another spelling of Last-Event-ID, with the right one: every reconnection would lose events', async () => {
    for (const name of ['LastEventId', 'lasteventid', 'lastEventID', 'last_event_id']) {
      const { error } = assertError(await ask(`/stream?${name}=evt_1`), 'parametro_invalido');
      assert.match(error, /¿quisiste decir «(?:Last-Event-ID|lastEventId)»\?/, name);
    }
  });

  test('a key that is repeated', async () => {
    const { token } = await service.makeLlave();
    assertError(await api(`/stream?llave=${token}&llave=${token}`), 'parametro_invalido');
  });
});

describe('401', () => {
  test('no key: the message names both ways to send one', async () => {
    for (const path of ['/stream', '/stream?llave=', '/stream?llave']) {
      const { error } = assertError(await api(path), 'llave_ausente');
      assert.match(error, /«llave».*Authorization/);
    }
  });

  test('an invalid key in the parameter', async () => {
    const revoked = await service.makeLlave();
    await service.revoke(revoked.llave.id);
    const expiraMs = Date.now() + 200;
    const expired = await service.makeLlave({ expiraMs });
    await until(() => Date.now() > expiraMs);
    const cases = [
      ['svc_live_00000000000000000000000000000000', 'llave_invalida'],
      ['nada', 'llave_invalida'],
      [revoked.token, 'llave_revocada'],
      [expired.token, 'llave_expirada'],
    ] as const;
    for (const [token, codigo] of cases) {
      assertError(await api(`/stream?llave=${token}`), codigo);
    }
  });

  test('a bad key in the parameter, whatever the header says', async () => {
    const { token } = await service.makeLlave();
    for (const llave of ['nada', '%ff', '%']) {
      assertError(await api(`/stream?llave=${llave}`, { token }), 'llave_invalida');
    }
  });

  test('the parameter is for the stream alone', async () => {
    const { token } = await service.makeLlave();
    for (const path of ['/eventos', '/pedidos', '/restaurante', '/nada']) {
      assertError(await api(`${path}?llave=${token}`), 'llave_ausente');
    }
  });
});

describe('429', () => {
  test('beyond 20 streams of a key, until one ends', async () => {
    const { token } = await service.makeLlave();
    const streams: StreamReader[] = [];
    for (let i = 0; i < 20; i += 1) {
      streams.push(await listen({ llave: token }));
    }
    const refused = await api(`/stream?llave=${token}`);
    const { error } = assertError(refused, 'limite_alcanzado');
    assert.match(error, /20 conexiones/);
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    const elsewhere = await listen();
    assert.equal(elsewhere.status, 200, 'another key has seats of its own');
    elsewhere.close();

    streams[7]?.close();
    await until(async () => {
      const again = await listen({ llave: token });
      again.close();
      // Each attempt counts against the rate limit, and few are left.
      if (again.status !== 200) await wait(100);
      return again.status === 200;
    });
    for (const stream of streams) stream.close();
  });

  test('the limit of requests holds for streams too', async () => {
    const { token } = await service.makeLlave();
    for (let i = 0; i < 60; i += 1) await api('/restaurante', { token });
    assertError(await api(`/stream?llave=${token}`), 'limite_alcanzado');
  });
});
