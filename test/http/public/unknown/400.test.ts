import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Value from 'typebox/value';
import { ErrorBody } from '../../../../src/contract/errores.ts';
import { comando } from '../../../support/samples.ts';
import { startService } from '../../service.ts';
import { exchange } from '../../wire.ts';

const service = await startService({ after });
await service.command(comando.guardarRestaurante());
const { token } = await service.makeLlave();

const ask = async (target: string, extra = '') => {
  const head = [
    `GET ${target} HTTP/1.1`,
    'Host: comanda',
    `Authorization: Bearer ${token}`,
    'Connection: close',
  ];
  const { status, body } = await exchange(
    service.publicUrl,
    `${head.join('\r\n')}\r\n${extra}\r\n`,
  );
  const parsed: unknown = JSON.parse(body);
  if (status !== 200) assert.deepEqual(Value.Errors(ErrorBody, parsed), []);
  return { status, body: parsed as ErrorBody };
};

test('parametro_invalido: bad percent-encoding', async () => {
  for (const target of [
    '/api/%',
    '/api/%zz',
    '/api/%ff',
    '/api/restaurante/%C3',
    '/api/%E0%A4%A',
    '/docs/%zz',
  ]) {
    const { status, body } = await ask(target);
    assert.equal(status, 400, target);
    assert.equal(body.codigo, 'parametro_invalido');
    assert.ok(body.valores_validos);
  }
});

test('parametro_invalido: headers beyond reason', async () => {
  const { status, body } = await ask('/api/restaurante', `X-Relleno: ${'x'.repeat(20_000)}\r\n`);
  assert.equal(status, 400);
  assert.match(body.error, /cabeceras/i);
});

test('parametro_invalido: not HTTP at all', async () => {
  const { status, body } = await exchange(service.publicUrl, 'hola\r\n\r\n');
  assert.equal(status, 400);
  assert.partialDeepStrictEqual(JSON.parse(body), { ok: false, codigo: 'parametro_invalido' });
});

test('the whole address may be given, as to a proxy', async () => {
  assert.equal((await ask('http://comanda.example/api/restaurante')).status, 200);
});

test('bad encoding of what is not looked at does no harm', async () => {
  assert.equal((await ask('/api/restaurante?x=%zz')).status, 200);
});
