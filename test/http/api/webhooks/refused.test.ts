import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { bearer } from '../../../support/service.ts';
import { exchange } from '../../../support/wire.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { everyRequestOn, JSON_TYPE, post, URL_AJENA } from './hooks.ts';

const { service, ask } = await startApi({ after });

describe('404', () => {
  const unknown = ['wh_noexiste', 'wh_', 'ped_1', 'WH_1', '%00', `wh_${'x'.repeat(65)}`, 'ñ'];
  for (const each of unknown) {
    test(`for what no webhook is called: ${each.slice(0, 20)}`, async () => {
      const id = encodeURIComponent(decodeURIComponent(each));
      for (const [path, how] of everyRequestOn(id)) {
        assertError(await ask(path, how), 'no_encontrado');
      }
    });
  }
});

describe('413', () => {
  test('for more than 20 KiB, and the client’s whole body is read', async () => {
    const reply = await ask('/webhooks', post({ url: URL_AJENA, nombre: 'x'.repeat(70_000) }));
    assert.match(assertError(reply, 'cuerpo_demasiado_grande').error, /20480/);
    const exact = JSON.stringify({ url: '' });
    const padded = exact + ' '.repeat(20_480 - exact.length);
    const most = { method: 'POST', headers: JSON_TYPE, body: padded };
    assertError(await ask('/webhooks', most), 'parametro_invalido');
  });

  test('for a chunked body, too', async () => {
    const { token } = await service.makeLlave();
    const head = [
      'POST /api/webhooks HTTP/1.1',
      'Host: comanda',
      `Authorization: ${bearer(token).authorization}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      'Connection: close',
    ].join('\r\n');
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const { status, body } = await exchange(
      service.publicUrl,
      `${head}\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`,
    );
    assert.equal(status, 413);
    assert.equal(JSON.parse(body).codigo, 'cuerpo_demasiado_grande');
  });
});

test('415 for any content type but JSON', async () => {
  const body = JSON.stringify({ url: '' });
  const types = ['', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'];
  for (const type of [...types, 'application/json; charset=latin1']) {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const reply = await ask('/webhooks', { method: 'POST', headers, body });
    assertError(reply, 'tipo_no_soportado');
  }
  const packed = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  assertError(
    await ask('/webhooks', { method: 'POST', headers: packed, body }),
    'tipo_no_soportado',
  );
  for (const type of ['application/json;charset=UTF-8', 'Application/JSON; charset="utf-8"']) {
    const headers = { 'content-type': type };
    const reply = await ask('/webhooks', { method: 'POST', headers, body });
    assertError(reply, 'parametro_invalido');
  }
});
