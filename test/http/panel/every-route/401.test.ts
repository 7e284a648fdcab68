import assert from 'node:assert/strict';
import test from 'node:test';
import { assertRefused } from '../browser.ts';
import { startPanelServer } from '../panel-server.ts';
import { PANEL_ROUTES } from './table.ts';

/** The routes that need no session: they sign somebody in, or open a screen. */
const OPEN = [
  ...['DELETE /sesion', 'GET /arranque', 'GET /sesion', 'POST /alta', 'POST /alta/consulta'],
  ...['POST /invitacion', 'POST /invitacion/consulta'],
  ...['POST /pantalla/{id}/abrir', 'POST /sesion', 'POST /sesion/segundo'],
];

test('everything else needs a session', async (t) => {
  const { browser } = await startPanelServer(t);
  const open: string[] = [];
  for (const { method, path, pattern, access } of PANEL_ROUTES) {
    if (access === 'anyone') {
      open.push(`${method} ${pattern}`);
      continue;
    }
    // A 401 and not a 400: it is refused before the body is parsed.
    const refused = await browser().api(path, { method, body: 'no es JSON' });
    assertRefused(refused, 401, access === 'pantalla' ? 'pantalla_retirada' : 'sesion_ausente');
  }
  assert.deepEqual(open.toSorted(), OPEN);
});
