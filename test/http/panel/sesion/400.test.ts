import assert from 'node:assert/strict';
import test from 'node:test';
import { makeUsuarios } from '../../../../src/admin/usuarios.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { assertRefused } from '../browser.ts';
import { PASSWORD, startPanelServer } from '../panel-server.ts';

const WEAK = ['', 'corta', 'once letras', 'aaaaaaaaaaaaaaaa', 'abababababababab', 'x'.repeat(201)];

test('a weak password is refused, and the link can be used again', async (t) => {
  const { deps, browser } = await startPanelServer(t);
  const email = 'fulanita@pepa.example';
  const made = await makeUsuarios(deps).create({ email, ...placeIn(null) }, 'cli:x');
  assert.ok(made.outcome === 'created');
  const choose = (clave: string) => browser().post('/alta', { token: made.setupToken, clave });
  for (const clave of [...WEAK, email]) assert.equal((await choose(clave)).status, 400, clave);
  assertRefused(await choose('fulanita1234'), 400, 'clave_debil');
  assert.equal((await choose(PASSWORD)).status, 200);
});

test('an invalid body is refused, with a pointer to the field', async (t) => {
  const { browser } = await startPanelServer(t);
  const cases: [unknown, string][] = [
    [{}, '/email'],
    [{ email: 'a@b.es' }, '/clave'],
    [{ email: 1, clave: 'x' }, '/email'],
    [{ email: 'a@b.es', clave: 'x', mas: 1 }, '/mas'],
    [{ email: 'a@b.es', clave: 'x'.repeat(1_001) }, '/clave'],
    [[], ''],
    ['{"email":', ''],
    [undefined, ''],
  ];
  for (const [body, campo] of cases) {
    const refused = await browser().post('/sesion', body);
    assertRefused(refused, 400, 'parametro_invalido');
    assert.equal(refused.body['campo'], campo, JSON.stringify(body));
  }
});
