import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, makeMatcher } from '../../src/domain/busqueda.ts';
import { samplePedidoEntero } from '../support/samples.ts';

const PEDIDO = samplePedidoEntero({
  numero: '20261115-042',
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
  for (const text of ['nunez', 'ANGEL jose', 'terraza', '20261115-042', '042', 'jan@', PEDIDO.id]) {
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
