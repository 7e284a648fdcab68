import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { sha256Hex } from '../../../../src/admin/secrets.ts';
import type { Lista, Llave, LlaveRotada } from '../../../../src/contract/panel.ts';
import { HOUR_MS } from '../../../../src/domain/time.ts';
import { NOW_MS, RESTAURANTE_ID } from '../../../support/samples.ts';
import { assertRefused } from '../browser.ts';
import { EMAIL, OTHER_ID, startPanelServer, startPanelWithAna } from '../panel-server.ts';

const BASE = `/restaurantes/${RESTAURANTE_ID}/llaves`;
const NUEVA = {
  nombre: 'Cuadro de mando',
  etiqueta: 'test',
  alcances: ['pedidos.leer', 'carta.leer'],
  expira_en: null,
};
const iso = (ms: number) => new Date(ms).toISOString();

describe('API keys in the panel', async () => {
  test('are created with a token that is shown once', async (t) => {
    const { ana, store } = await startPanelWithAna(t);
    const made = await ana.post<LlaveRotada>(BASE, NUEVA);
    assert.equal(made.status, 201);
    const { llave, token } = made.body;
    assert.match(token, /^svc_test_[0-9a-f]{32}$/);
    assert.deepEqual(llave, {
      id: llave.id,
      nombre: NUEVA.nombre,
      etiqueta: 'test',
      alcances: NUEVA.alcances,
      muestra: `svc_test_…${token.slice(-4)}`,
      estado: 'activa',
      creador: EMAIL.ana,
      creada_en: iso(NOW_MS),
      expira_en: null,
      revocada_en: null,
      ultimo_uso_en: null,
      uso: { '7d': 0, limitadas_7d: 0 },
    });
    assert.equal((await store.llaves.findByHash(sha256Hex(token)))?.llave.id, llave.id);
    const listed = await ana.api(BASE);
    assert.deepEqual(listed.body, { datos: [llave] });
    assert.doesNotMatch(listed.text, new RegExp(token));
    const [entry] = await store.auditoria.list(RESTAURANTE_ID, 1);
    assert.partialDeepStrictEqual(entry, { accion: 'llave.creada', actor: EMAIL.ana });
  });

  test('are revoked once, by a user of their restaurant', async (t) => {
    const { as, store } = await startPanelServer(t);
    const [ana, lola, operator] = [await as('ana'), await as('lola'), await as('operator')];
    const { llave } = (await ana.post<LlaveRotada>(BASE, NUEVA)).body;
    // Another restaurant's key is not found below one's own restaurant either.
    const foreign = `/restaurantes/${OTHER_ID}/llaves/${llave.id}`;
    assertRefused(await lola.post(`${foreign}/revocar`), 404, 'no_encontrado');
    assertRefused(await lola.post(`${foreign}/rotar`, { gracia_s: 0 }), 404, 'no_encontrado');
    assertRefused(await lola.api(`${foreign}/uso`), 404, 'no_encontrado');
    assertRefused(await operator.post(`${foreign}/revocar`), 404, 'no_encontrado');
    assert.equal((await store.llaves.get(llave.id))?.revocadaMs, null);

    const revoked = await ana.post<LlaveRotada>(`${BASE}/${llave.id}/revocar`);
    assert.partialDeepStrictEqual(revoked.body.llave, {
      estado: 'revocada',
      revocada_en: iso(NOW_MS),
    });
    assertRefused(await ana.post(`${BASE}/${llave.id}/revocar`), 409, 'conflicto');
    assertRefused(await ana.post(`${BASE}/${llave.id}/rotar`, { gracia_s: 0 }), 409, 'conflicto');
  });

  test('are rotated with a grace period, and need an expiry when the old one is too near', async (t) => {
    const { ana, clock } = await startPanelWithAna(t);
    const { llave } = (await ana.post<LlaveRotada>(BASE, NUEVA)).body;
    const rotar = `${BASE}/${llave.id}/rotar`;
    const rotated = await ana.post<LlaveRotada>(rotar, { gracia_s: 3_600 });
    assert.equal(rotated.status, 201);
    assert.notEqual(rotated.body.llave.id, llave.id);
    assert.equal(rotated.body.anterior_expira_en, iso(NOW_MS + HOUR_MS));
    assertRefused(await ana.post(rotar, { gracia_s: 7_200 }), 409, 'falta_expiracion');
    assert.equal((await ana.post(rotar, { gracia_s: 7_200, expira_en: null })).status, 201);
    const past = { gracia_s: 0, expira_en: iso(NOW_MS - 1) };
    assertRefused(await ana.post(rotar, past), 400, 'parametro_invalido');
    clock.advance(HOUR_MS);
    const { datos } = (await ana.api<Lista<Llave>>(BASE)).body;
    assert.equal(datos.find(({ id }) => id === llave.id)?.estado, 'expirada');
  });

  test('show their use, day by day', async (t) => {
    const { ana, store } = await startPanelWithAna(t);
    const { llave } = (await ana.post<LlaveRotada>(BASE, NUEVA)).body;
    const today = Math.floor(NOW_MS / 86_400_000);
    const of = { restauranteId: RESTAURANTE_ID, llaveId: llave.id };
    await store.usos.add([
      { ...of, dia: today, peticiones: 100, limitadas: 7, errores: 3 },
      { ...of, dia: today - 6, peticiones: 20, limitadas: 2, errores: 0 },
      { ...of, dia: today - 7, peticiones: 1_000, limitadas: 9, errores: 0 },
    ]);
    const { datos } = (await ana.api<Lista<Llave>>(BASE)).body;
    assert.deepEqual(datos[0]?.uso, { '7d': 120, limitadas_7d: 9 });
    const uso = await ana.api<Lista<object>>(`${BASE}/${llave.id}/uso?dias=8`);
    assert.equal(uso.body.datos.length, 8);
    assert.deepEqual(uso.body.datos.at(-1), {
      dia: iso(NOW_MS).slice(0, 10),
      peticiones: 100,
      limitadas: 7,
      errores: 3,
    });
    assert.partialDeepStrictEqual(uso.body.datos[0], { peticiones: 1_000 });
    assert.partialDeepStrictEqual(uso.body.datos[3], { peticiones: 0, limitadas: 0, errores: 0 });
    for (const dias of ['0', '91', 'x']) {
      const refused = await ana.api(`${BASE}/${llave.id}/uso?dias=${dias}`);
      assertRefused(refused, 400, 'parametro_invalido');
    }
  });

  test('need a name, scopes and an expiry in the future', async (t) => {
    const { ana, store } = await startPanelWithAna(t);
    const cases: [object, string][] = [
      [{ nombre: '' }, '/nombre'],
      [{ nombre: ' x' }, '/nombre'],
      [{ nombre: 'a\u0000b' }, '/nombre'],
      [{ nombre: 'x'.repeat(101) }, '/nombre'],
      [{ etiqueta: 'prod' }, '/etiqueta'],
      [{ alcances: [] }, '/alcances'],
      [{ alcances: ['todo'] }, '/alcances/0'],
      [{ expira_en: 'mañana' }, '/expira_en'],
      [{ expira_en: iso(NOW_MS) }, '/expira_en'],
      [{ restaurante_id: OTHER_ID }, '/restaurante_id'],
    ];
    for (const [change, campo] of cases) {
      const refused = await ana.post(BASE, { ...NUEVA, ...change });
      assertRefused(refused, 400, 'parametro_invalido');
      assert.equal(refused.body['campo'], campo, JSON.stringify(change));
    }
    assert.deepEqual(await store.llaves.list(null), []);
  });
});
