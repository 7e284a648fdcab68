import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Carta } from '../../../../src/contract/recursos/carta.ts';
import {
  comando,
  RESTAURANTE_ID,
  sampleCarta,
  sampleRestaurante,
} from '../../../support/samples.ts';
import { startApi } from '../start-api.ts';

const { service, ask, carryOut } = await startApi({ after });
const beforeMs = Date.now();
await carryOut(comando.guardarRestaurante(), comando.guardarCarta());
const afterMs = Date.now();

const read = async (query = '') => {
  return (await ask<Carta>(`/carta${query}`)).body;
};

test('gives the whole tree, hidden and sold-out entries included, with its restaurant', async () => {
  for (const query of ['', '?solo_disponibles=false']) {
    const { generado_en, ...carta } = await read(query);
    assert.deepEqual(carta, {
      restaurante_id: RESTAURANTE_ID,
      restaurante_slug: 'casa-pepa',
      ...sampleCarta(),
    });
    const ms = Date.parse(generado_en);
    assert.ok(ms >= beforeMs && ms <= afterMs && generado_en.endsWith('Z'));
  }
});

test('solo_disponibles=true leaves out what is hidden or sold out', async () => {
  const whole = await read();
  const { categorias, ...head } = await read('?solo_disponibles=true');
  const { categorias: all, ...wholeHead } = whole;
  assert.deepEqual(head, wholeHead);
  const [pizzas] = all;
  assert.ok(pizzas);
  assert.deepEqual(categorias, [
    { ...pizzas, productos: pizzas.productos.filter(({ id }) => id === 'prod_margarita') },
  ]);
});

test('shows a new menu and a new slug at once', async () => {
  await carryOut(comando.guardarRestaurante(sampleRestaurante({ slug: 'la-nueva' })));
  assert.partialDeepStrictEqual(await read(), { restaurante_slug: 'la-nueva', moneda: 'EUR' });
  await carryOut(comando.guardarCarta({ moneda: 'MXN', idioma_origen: 'es-MX', categorias: [] }));
  for (const query of ['', '?solo_disponibles=true']) {
    assert.partialDeepStrictEqual(await read(query), { moneda: 'MXN', idioma_origen: 'es-MX' });
  }
});

test('is empty until a menu was sent, and unchanged from one question to the next', async () => {
  const nueva = { id: 'rest_nueva', slug: 'nueva', moneda: 'USD' };
  await carryOut(comando.guardarRestaurante(sampleRestaurante(nueva)));
  const { token } = await service.makeLlave({ restauranteId: nueva.id });
  for (const path of ['/carta', '/carta?solo_disponibles=true']) {
    const { body, headers } = await ask<Carta>(path, { token });
    const { generado_en, ...carta } = body;
    assert.deepEqual(carta, {
      restaurante_id: nueva.id,
      restaurante_slug: 'nueva',
      moneda: 'USD',
      idioma_origen: 'es',
      categorias: [],
    });
    assert.ok(Date.parse(generado_en) >= beforeMs);
    const again = await ask(path, { token, headers: { 'if-none-match': String(headers.etag) } });
    assert.equal(again.status, 304);
  }
});
