import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../browser.ts';
import { EMAIL, PASSWORD, startPanelServer } from '../panel-server.ts';

test('an address without a session has 300 requests a minute; who is signed in does not notice', async (t) => {
  const { browser, clock } = await startPanelServer(t, { trustProxy: 1 });
  const ana = browser();
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  assert.equal((await ana.signIn(EMAIL.ana, PASSWORD, from('192.0.2.1').headers)).status, 200);
  const stranger = browser();
  for (let i = 1; i < 300; i += 1) {
    const path = i % 2 === 0 ? '/sesion' : '/sesiones';
    const { status } = await stranger.api(path, from('192.0.2.1'));
    assert.equal(status, i % 2 === 0 ? 200 : 401);
  }
  for (const path of ['/sesion', '/sesiones', '/pantalla/pan_1']) {
    const refused = await stranger.api(path, from('192.0.2.1'));
    assertRefused(refused, 429, 'limite_alcanzado');
    assert.equal(refused.headers['retry-after'], '60');
  }
  assert.equal((await ana.api('/sesion', from('192.0.2.1'))).status, 200);
  assert.equal((await stranger.api('/sesion', from('192.0.2.2'))).status, 200);
  clock.advance(60_000);
  assert.equal((await stranger.api('/sesion', from('192.0.2.1'))).status, 200);
});
