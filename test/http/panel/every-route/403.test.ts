import assert from 'node:assert/strict';
import test, { after, describe } from 'node:test';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { assertRefused, type PanelAsk } from '../browser.ts';
import { EMAIL, PASSWORD, startPanelServer, startPanelWithAna } from '../panel-server.ts';
import { PANEL_ROUTES } from './table.ts';

const PUBLIC_URL = 'https://panel.example';

/** Headers of requests that do not come from our own page. */
const FOREIGN: [string, PanelAsk['headers']][] = [
  ['without our header', { 'x-comanda-panel': undefined }],
  ['with another value of it', { 'x-comanda-panel': 'true' }],
  ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['from a neighbour on the same site', { 'sec-fetch-site': 'same-site' }],
  ['typed into the address bar', { 'sec-fetch-site': 'none' }],
  ['from an origin that hides', { origin: 'null' }],
  ['from another port', { origin: 'https://panel.example:8443' }],
  ['from our address without TLS', { origin: 'http://panel.example' }],
  ['from a name that begins like ours', { origin: 'https://panel.example.evil.example' }],
  ['by what does not say where it comes from', { origin: undefined, 'sec-fetch-site': undefined }],
];

describe('a request that another site made', async () => {
  const server = await startPanelServer({ after }, { publicUrl: PUBLIC_URL });
  const { as, browser, store } = server;
  const [operator, ana] = [await as('operator'), await as('ana')];

  for (const [how, headers] of FOREIGN) {
    test(`changes nothing ${how}`, async () => {
      const before = await store.auditoria.list(null, 100);
      for (const { method, path } of PANEL_ROUTES.filter((route) => route.method !== 'GET')) {
        const refused = await operator.api(path, { method, body: {}, headers: headers ?? {} });
        assertRefused(refused, 403, 'peticion_rechazada');
      }
      assert.deepEqual(await store.auditoria.list(null, 100), before);
    });
  }

  test('reads nothing either, if Sec-Fetch-Site says so', async () => {
    const path = `/restaurantes/${RESTAURANTE_ID}/llaves`;
    for (const site of ['cross-site', 'same-site']) {
      const refused = await ana.api(path, { headers: { 'sec-fetch-site': site } });
      assertRefused(refused, 403, 'peticion_rechazada');
    }
    for (const site of ['same-origin', 'none', undefined]) {
      assert.equal((await ana.api(path, { headers: { 'sec-fetch-site': site } })).status, 200);
    }
  });

  test('our own page may change things, with Origin or Sec-Fetch-Site', async () => {
    const signIn = (headers: PanelAsk['headers']) => browser().signIn(EMAIL.ana, PASSWORD, headers);
    assert.equal((await signIn({ origin: undefined })).status, 200);
    assert.equal((await signIn({ 'sec-fetch-site': undefined })).status, 200);
    // Once PUBLIC_URL is set, another name of the host is another site.
    assert.equal((await signIn({ origin: server.publicUrl })).status, 403);
  });
});

test('without PUBLIC_URL our page may have any name of the host: localhost and 127.0.0.1 are one laptop', async (t) => {
  const { browser, publicUrl } = await startPanelServer(t, { publicOrigin: null });
  const signIn = (origin: string) => browser().signIn(EMAIL.ana, PASSWORD, { origin });
  assert.equal((await signIn(publicUrl)).status, 200);
  assert.equal((await signIn('http://evil.example')).status, 403);
});

describe('what is for operators', () => {
  test('is refused to a restaurant’s user', async (t) => {
    const { ana, store } = await startPanelWithAna(t);
    const before = await store.auditoria.list(null, 100);
    const routes = PANEL_ROUTES.filter(({ access }) => access === 'operator');
    assert.ok(routes.length >= 9);
    for (const { method, path } of routes) {
      assertRefused(await ana.api(path, { method, body: {} }), 403, 'sin_permiso');
    }
    assert.deepEqual(await store.auditoria.list(null, 100), before);
  });
});
