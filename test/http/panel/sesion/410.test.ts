import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { makeUsuarios } from '../../../../src/admin/usuarios.ts';
import { HOUR_MS } from '../../../../src/domain/time.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { assertRefused, type Browser } from '../browser.ts';
import { PASSWORD, startPanelServer } from '../panel-server.ts';

const assertDead = async (browser: Browser, token: string): Promise<void> => {
  const clave = PASSWORD;
  assertRefused(await browser.post('/alta/consulta', { token }), 410, 'enlace_invalido');
  assertRefused(await browser.post('/alta', { token, clave }), 410, 'enlace_invalido');
};

describe('a setup link', () => {
  test('expires after 72 hours, with a newer link, and when its user is disabled', async (t) => {
    const { deps, browser, clock } = await startPanelServer(t);
    const usuarios = makeUsuarios(deps);
    const made = await usuarios.create({ email: 'n@x.example', ...placeIn(null) }, 'cli:x');
    assert.ok(made.outcome === 'created');
    clock.advance(72 * HOUR_MS);
    await assertDead(browser(), made.setupToken);
    const { id } = made.usuario;
    const first = await usuarios.offerSetup(id, 'cli:x');
    const second = await usuarios.offerSetup(id, 'cli:x');
    assert.ok(first.outcome === 'offered' && second.outcome === 'offered');
    await assertDead(browser(), first.setupToken);
    await usuarios.setDisabled(id, true, 'cli:x');
    await assertDead(browser(), second.setupToken);
    await usuarios.setDisabled(id, false, 'cli:x');
    await assertDead(browser(), second.setupToken);
    const third = await usuarios.offerSetup(id, 'cli:x');
    assert.ok(third.outcome === 'offered');
    const token = third.setupToken;
    assert.equal((await browser().post('/alta', { token, clave: PASSWORD })).status, 200);
  });

  test('that never existed is invalid', async (t) => {
    const { browser } = await startPanelServer(t);
    for (const token of ['', 'x', 'A'.repeat(43), 'ñ'.repeat(43), 'A'.repeat(100)]) {
      await assertDead(browser(), token);
    }
  });
});
