import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/schema';
import { COMANDOS } from '../../src/contract/comandos.ts';
import { WebhookNuevo } from '../../src/contract/recursos/webhook.ts';
import { findViolation } from '../../src/contract/violations/find.ts';
import { comando } from '../support/samples.ts';

/** A list that counts how often something looks at an element. */
const watched = <T>(count: number, element: T) => {
  const list = Array.from({ length: count }, () => element);
  let looks = 0;
  const value = new Proxy(list, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  return { value, looks: () => looks };
};

test('elements are counted before a search looks at them', () => {
  const { value, looks } = watched(15_000, '*');
  const { pointer, reason } = findViolation(WebhookNuevo, {
    url: 'https://a.example',
    eventos: value,
  });
  assert.equal(pointer, '/eventos');
  assert.match(reason, /^debe ser una lista de 1 a \d+ elementos$/);
  assert.equal(looks(), 0);
});

test('the first wrong element ends the search, which has looked at each once', () => {
  const schema = COMANDOS['pedido.crear'];
  const order = comando.crear();
  const [item] = order.pedido.items;
  const { value, looks } = watched<object | undefined>(500, item);
  value[250] = { ...item, cantidad: -1 };
  const wrong = { ...order, pedido: { ...order.pedido, items: value } };
  assert.equal(Compile(schema).Check(wrong), false);
  const before = looks();
  assert.equal(findViolation(schema, wrong).pointer, '/pedido/items/250/cantidad');
  assert.ok(looks() - before <= 252, `${looks() - before} looks`);
});

test('an unknown field ends the search, however many follow', () => {
  const fields = Array.from({ length: 5_000 }, (_, i) => [`x${i}`, 1]);
  const wrong = { url: 'https://a.example', ...Object.fromEntries(fields) };
  const { pointer, allowed } = findViolation(WebhookNuevo, wrong);
  assert.equal(pointer, '/x0');
  assert.deepEqual(allowed, ['url', 'nombre', 'eventos']);
});

test('a profile has web addresses and a colour, as a page can show them', () => {
  const schema = COMANDOS['restaurante.guardar'].properties.restaurante;
  const check = Compile(schema);
  const { restaurante } = comando.guardarRestaurante();
  const given = (branding: object) => ({ ...restaurante, branding });
  const branding = { logo_url: null, color_primario: null, galeria: [] };
  for (const [field, right, wrong] of [
    ['logo_url', 'https://ñandú.example/á.png', 'javascript:alert(1)'],
    ['logo_url', 'HTTP://a.example', 'data:image/png;base64,x'],
    ['color_primario', '#c0392b', 'url(https://a.example)'],
    ['color_primario', 'rgb(1, 2, 3)', '#12345'],
    ['color_primario', 'tomato', 'red;}'],
  ] as const) {
    assert.ok(check.Check(given({ ...branding, [field]: right })), right);
    assert.equal(check.Check(given({ ...branding, [field]: wrong })), false, wrong);
    const { pointer } = findViolation(schema, given({ ...branding, [field]: wrong }));
    assert.equal(pointer, `/branding/${field}`);
  }
  assert.equal(
    findViolation(schema, given({ ...branding, galeria: ['ftp://a.example/x'] })).pointer,
    '/branding/galeria/0',
  );
});
