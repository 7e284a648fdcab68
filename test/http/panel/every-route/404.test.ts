import assert from 'node:assert/strict';
import test, { after, describe } from 'node:test';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { send } from '../../api/client.ts';
import { assertRefused } from '../browser.ts';
import { OTHER_ID, startPanelServer } from '../panel-server.ts';
import { PANEL_ROUTES } from './table.ts';

const { as, publicUrl, store } = await startPanelServer({ after });
const ana = await as('ana');

describe('another’s restaurant', () => {
  test('is answered like one that does not exist, on every route', async () => {
    const before = await store.auditoria.list(null, 100);
    const routes = PANEL_ROUTES.filter(({ access }) => access === 'restaurante');
    assert.ok(routes.length >= 15);
    for (const { method, path } of routes) {
      const [foreign, missing] = [
        await ana.api(path.replace(RESTAURANTE_ID, OTHER_ID), { method, body: {} }),
        await ana.api(path.replace(RESTAURANTE_ID, 'rest_nadie'), { method, body: {} }),
      ];
      assertRefused(foreign, 404, 'no_encontrado');
      assert.equal(foreign.text, missing.text);
    }
    assert.deepEqual(await store.auditoria.list(null, 100), before);
  });

  test('an operator may see any restaurant that exists', async () => {
    const operator = await as('operator');
    for (const id of [RESTAURANTE_ID, OTHER_ID]) {
      assert.equal((await operator.api(`/restaurantes/${id}/perfil`)).status, 200);
    }
    for (const id of ['rest_nadie', '%00', 'a%2Fb', '..', 'x'.repeat(101), '%F0%9F%8D%95']) {
      const { status } = await operator.api(`/restaurantes/${id}/perfil`);
      assert.equal(status, 404, id);
    }
  });
});

describe('a path of the panel', () => {
  test('that does not exist is 404', async () => {
    for (const path of ['', '/', '/nada', '/sesion/', '//sesion', `/restaurantes/`]) {
      assertRefused(await ana.api(path), 404, 'no_encontrado');
    }
  });

  test('is not found behind another path or in a query', async () => {
    for (const other of ['/panel/%61pi/nada?', '/panel/%61pi']) {
      const { status } = await send(`${publicUrl}${other}/panel/api/sesion`);
      assert.equal(status, 404, other);
    }
  });

  test('with another method is 405, with the supported ones in Allow', async () => {
    const wrong = await ana.api('/sesion', { method: 'PUT', body: {} });
    assertRefused(wrong, 405, 'metodo_invalido');
    assert.equal(wrong.headers['allow'], 'DELETE, GET, HEAD, POST');
  });

  test('accepts JSON up to a limit', async () => {
    const path = `/restaurantes/${RESTAURANTE_ID}/llaves`;
    const typed = { 'content-type': 'text/plain' };
    const text = await ana.api(path, { method: 'POST', body: '{}', headers: typed });
    assertRefused(text, 415, 'tipo_no_soportado');
    const large = JSON.stringify({ nombre: 'x'.repeat(70_000) });
    assertRefused(await ana.post(path, large), 413, 'cuerpo_demasiado_grande');
  });
});
