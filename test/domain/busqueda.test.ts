import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBusqueda } from '../../src/domain/busqueda.ts';
import { callingCode } from '../../src/domain/cliente/telefono.ts';
import { fold } from '../../src/domain/fold.ts';
import { samplePedidoEntero } from '../support/samples.ts';

const makeMatcher = (text: string, own: string | null = null) => readBusqueda(text, own).matches;
const PEDIDO = samplePedidoEntero({
  numero: '20261115-42',
  cliente: {
    nombre: 'José Ángel Núñez',
    telefono: '+34 600-11.22 33',
    email: 'JAN@example.com',
    consintio_marketing: false,
  },
  mesa: { numero: 'Terraza 7', comensales: 4 },
});

test('case, accents and the order of words do not matter', () => {
  assert.equal(fold('ÁÉÍÓÚÜÑç'), 'aeiouunc');
  for (const text of ['nunez', 'ANGEL jose', 'terraza', '20261115-42', '42', 'jan@', PEDIDO.id]) {
    assert.equal(makeMatcher(text)(PEDIDO), true, text);
  }
  for (const text of ['pérez', 'jose pérez', 'terraza salón']) {
    assert.equal(makeMatcher(text)(PEDIDO), false, text);
  }
});

test('a phone is found however it is written, by four digits or more', () => {
  for (const text of ['600112233', '600 11 22 33', '+34 600', '(600) 11-22-33', '2233']) {
    assert.equal(makeMatcher(text)(PEDIDO), true, text);
  }
  assert.equal(makeMatcher('600112234')(PEDIDO), false);
  assert.equal(
    makeMatcher('123')(samplePedidoEntero({ cliente: { ...PEDIDO.cliente, telefono: '1 2 3' } })),
    false,
  );
});

test('an order’s spoken number is found only as a whole', () => {
  for (const text of ['#42', '20261115-42']) assert.equal(makeMatcher(text)(PEDIDO), true, text);
  for (const text of ['#4', '#2', '#142', '20261114-42', '20261115-4']) {
    assert.equal(makeMatcher(text)(PEDIDO), false, text);
  }
});

test('a phone is found with and without the calling code of the restaurant', () => {
  const short = samplePedidoEntero({ cliente: { ...PEDIDO.cliente, telefono: '600 11 22 33' } });
  const own = '+34 911 22 33 44';
  for (const text of ['600112233', '+34 600 11 22 33', '0034600112233']) {
    assert.equal(makeMatcher(text, own)(short), true, text);
    assert.equal(makeMatcher(text, own)(PEDIDO), true, text);
    assert.ok(readBusqueda(text, own).telefonos.includes('34600112233'));
    assert.ok(readBusqueda(text, own).telefonos.includes('600112233'));
  }
  assert.deepEqual(readBusqueda('2233', own).telefonos, []);
  const codes = [own, '+1 212 555 0100', '00351 21 000 0000', '911 22 33 44', '', '+'];
  assert.deepEqual(codes.map(callingCode), ['34', '1', '351', null, null, null]);
});

test('an invoice and a payment are found by the beginning of their reference', () => {
  const { pago, fiscal } = PEDIDO;
  const billed = samplePedidoEntero({
    fiscal: fiscal && { ...fiscal, factura_numero: 'FA-2026/00 123' },
    pago: {
      ...pago,
      referencia_externa: 'pi_3QxYz-901',
      pagos: pago.pagos.map((each) => ({ ...each, referencia_externa: 'ch_77 88' })),
    },
  });
  for (const text of [
    'FA-2026/00 123',
    'fa202600123',
    'FA-2026/00',
    'pi_3QxYz',
    '3qxyz-901',
    'ch_7788',
  ]) {
    assert.equal(makeMatcher(text)(billed), true, text);
  }
  assert.equal(makeMatcher('FA-2026/01')(billed), false);
});
