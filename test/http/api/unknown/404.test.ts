import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bearer } from '../../../support/service.ts';
import { words } from '../../../support/values/words.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

const { service, ask } = await startApi({ after });

test('no_encontrado: a path below /api that is no resource, by any method', async () => {
  for (const path of [
    '',
    ...words(`
      / ?x /nada /nada/ //restaurante /Restaurante /restaurante/otra /restaurante%2Fotra
      /restaurante%00 /pedidos//historial /pedidos/ped_1/otra
      /__proto__ /constructor /..%2Fapi/restaurante
    `),
  ]) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      assertError(await ask(path, { method }), 'no_encontrado');
    }
  }
});

test('a slash too many leads a GET to the right path, wherever the service is', async () => {
  const { token } = await service.makeLlave();
  for (const [path, location] of [
    ['/pedidos/', '../pedidos'],
    ['/pedidos/?limite=1', '../pedidos?limite=1'],
    ['/restaurante/', '../restaurante'],
    ['/pedidos/ped_1/historial/', '../historial'],
  ] as const) {
    const answer = await fetch(`${service.publicUrl}/api${path}`, {
      headers: bearer(token),
      redirect: 'manual',
    });
    assert.deepEqual([answer.status, answer.headers.get('location')], [308, location], path);
    assert.equal(answer.headers.get('x-ratelimit-limit'), '60');
    const { pathname } = new URL(location, `http://comanda.example/datos/api${path}`);
    assert.equal(pathname, `/datos/api${path.replace(/\/(?:\?.*)?$/, '')}`);
    assertError(await ask(path, { method: 'POST' }), 'no_encontrado');
  }
});

test('no_encontrado: a path that is not below /api', async () => {
  for (const path of ['/apis', '/api.json', '/api%2Frestaurante', '/API/restaurante']) {
    const response = await fetch(service.publicUrl + path);
    assert.equal(response.status, 404, path);
    assert.partialDeepStrictEqual(await response.json(), { ok: false, codigo: 'no_encontrado' });
  }
});

test('no_encontrado: a path that nearly is one of /api names it', async () => {
  const { url } = await fetch(service.publicUrl);
  const origin = new URL(url).origin;
  for (const [path, meant] of [
    ['/pedidos', '/api/pedidos'],
    ['/pedidos/ped_1/historial?x=1', '/api/pedidos/ped_1/historial'],
    ['//api/pedidos', '/api/pedidos'],
    ['/api//pedidos', '/api/pedidos'],
    ['/api/api/caja', '/api/caja'],
  ]) {
    const { token } = await service.makeLlave();
    const response = await fetch(`${origin}${path}`, { headers: bearer(token) });
    const { error } = (await response.json()) as { error: string };
    assert.equal(response.status, 404);
    assert.ok(error.endsWith(`prueba «${meant}».`), `${path}: ${error}`);
  }
});

test('no_encontrado: a path that is longer than any route is not examined', async () => {
  const long = 'x'.repeat(1_025);
  for (const path of [`/${long}`, `/pedidos/${long}?a=1`, `/%zz${long}`]) {
    assertError(await ask(path), 'no_encontrado');
  }
  for (const path of ['docs', 'panel/assets', 'panel/api', 'panel']) {
    const response = await fetch(`${service.publicUrl}/${path}/${long}`);
    assert.equal(response.status, 404, path);
    assert.partialDeepStrictEqual(await response.json(), { ok: false, codigo: 'no_encontrado' });
  }
  const page = await fetch(`${service.publicUrl}/panel/pedidos?q=${long}`);
  assert.equal(page.status, 200);
});
