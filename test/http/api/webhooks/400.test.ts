import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SUSCRIPCIONES } from '../../../../src/contract/recursos/evento.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';
import { JSON_TYPE, list, post, URL_AJENA } from './hooks.ts';

const { ask } = await startApi({ after });

const NOMBRE = 'un texto de hasta 4000 caracteres sin caracteres nulos ni a medias o null';

const refuse = async (value: unknown) =>
  assertError(await ask('/webhooks', post(value)), 'parametro_invalido');

describe('an invalid field is named by its path', () => {
  const wrong: [body: unknown, pointer: RegExp, allowed?: string | readonly string[]][] = [
    [{}, /«\/url» del cuerpo: falta/, 'un texto, como https://crm.example/comanda'],
    [{ url: 7 }, /«\/url»/, 'un texto, como https://crm.example/comanda'],
    [{ url: null }, /«\/url»/],
    [{ url: URL_AJENA, eventos: [] }, /«\/eventos» del cuerpo: debe ser una lista/],
    [{ url: URL_AJENA, eventos: '*' }, /«\/eventos»/],
    [{ url: URL_AJENA, eventos: ['*', 'pedido.perdido'] }, /«\/eventos\/1»/, SUSCRIPCIONES],
    [{ url: URL_AJENA, eventos: ['conexion.ping'] }, /«\/eventos\/0»/, SUSCRIPCIONES],
    [{ url: URL_AJENA, eventos: [null] }, /«\/eventos\/0»/, SUSCRIPCIONES],
    [{ url: URL_AJENA, nombre: 7 }, /«\/nombre»/, NOMBRE],
    [{ url: URL_AJENA, nombre: 'x'.repeat(4_001) }, /«\/nombre»/],
    [{ url: URL_AJENA, nombre: 'a\u0000b' }, /«\/nombre»/],
    [{ url: URL_AJENA, secreto: 'mío' }, /«\/secreto»/, ['url', 'nombre', 'eventos']],
    [[], /^El cuerpo: debe ser un objeto/],
    ['hola', /^El cuerpo/],
    [null, /^El cuerpo/],
  ];
  for (const [body, message, allowed] of wrong) {
    test(JSON.stringify(body).slice(0, 60), async () => {
      const { error, valores_validos } = await refuse(body);
      assert.match(error, message);
      if (allowed !== undefined) assert.deepEqual(valores_validos, [allowed].flat());
    });
  }
});

describe('a forbidden address', () => {
  const urls: [url: string, problem: RegExp][] = [
    ['http://crm.comanda.invalid/', /no es https/],
    ['https://127.0.0.1/', /privada o reservada/],
    ['', /no es una dirección/],
  ];
  for (const [url, problem] of urls) {
    test(url.slice(0, 60) || '(empty)', async () => {
      const { error, valores_validos } = await refuse({ url });
      assert.match(error, /^El campo «\/url» del cuerpo: /);
      assert.match(error, problem);
      assert.equal(valores_validos?.length, 1);
    });
  }

  test('is not stored', async () => {
    assert.deepEqual(await list(ask), []);
  });
});

describe('a body that is no JSON', () => {
  const bodies: [name: string, bytes: Uint8Array, message: RegExp][] = [
    ['nothing', Buffer.from(''), /no es JSON válido/],
    ['cut off', Buffer.from('{"url":'), /no es JSON válido/],
    ['a form', Buffer.from('url=https://x'), /no es JSON válido/],
    ['a mistake in the middle', Buffer.from('{"url": x}'), /no es JSON válido/],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), /no es UTF-8/],
    ['very deep', Buffer.from('['.repeat(20_000)), /no es JSON válido/],
  ];
  for (const [name, body, message] of bodies) {
    test(name, async () => {
      const reply = await ask('/webhooks', { method: 'POST', headers: JSON_TYPE, body });
      assert.match(assertError(reply, 'parametro_invalido').error, message);
    });
  }
});
