import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeClientKeys } from '../../../src/domain/cliente/client-keys.ts';
import { clientKeys } from '../../support/samples.ts';

const client = (telefono: string, email = '') => clientKeys({ telefono, email })[0] ?? null;

describe('a client', () => {
  test('is one phone, however it is written', () => {
    const [key, ...same] = [
      '+34 600 123 456',
      '0034600123456',
      '34-600-123-456',
      '(34) 600.123.456',
    ].map((telefono) => client(telefono));
    for (const other of same) assert.equal(other, key);
    assert.notEqual(client('+34 600 123 457'), key);
  });

  test('is the phone even if the e-mail differs', () => {
    assert.equal(client('600', 'a@example.com'), client('600', 'b@example.com'));
  });

  test('without a phone, is one e-mail', () => {
    assert.equal(client('', ' Ana@Example.com '), client('—', 'ana@example.com'));
    assert.notEqual(client('', 'ana@example.com'), client('', 'bea@example.com'));
  });

  test('is nobody without either', () => {
    assert.equal(client('', ''), null);
    assert.equal(client('n/d', '  '), null);
  });

  test('is found by the e-mail too, even if there is a phone', () => {
    const [byPhone, byEmail, ...rest] = clientKeys({ telefono: '600', email: 'ana@example.com' });
    assert.deepEqual([byPhone, byEmail], [client('600'), client('', 'ana@example.com')]);
    assert.deepEqual(rest, []);
  });

  test('has another key in every database', () => {
    const others = makeClientKeys(new Uint8Array(32).fill(1));
    assert.notEqual(others({ telefono: '600', email: '' })[0], client('600'));
  });

  test('is kept as a hash that shows neither', () => {
    assert.match(client('600123456') ?? '', /^[A-Za-z0-9_-]{22}$/);
    assert.notEqual(client('600'), client('', '600'));
  });
});
