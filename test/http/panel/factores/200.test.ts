import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generate } from 'otplib';
import type {
  Arranque,
  FactorCreado,
  Factores,
  Personas,
  SegundoFactor,
  Sesion,
  TotpOfrecido,
  UsuarioDetalle,
} from '../../../../src/contract/panel.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/domain/time.ts';
import type { TestClock } from '../../../support/clock.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { assertRefused, type Browser } from '../browser.ts';
import { createUser, EMAIL, PASSWORD, startPanelWithAna } from '../panel-server.ts';

const codeAt = (secret: string, { now }: Pick<TestClock, 'now'>): Promise<string> =>
  generate({ secret, epoch: Math.floor(now() / SECOND_MS) });

/** Adds the codes of an app. */
const addApp = async (ana: Browser, clock: TestClock) => {
  const { reto, secreto } = (await ana.post<TotpOfrecido>('/factores/totp/oferta')).body;
  const codigo = await codeAt(secreto, clock);
  const made = await ana.post<FactorCreado>('/factores/totp', { reto, codigo });
  assert.equal(made.status, 201);
  return { secreto, codigos: made.body.codigos ?? [] };
};

const askedOf = async (browser: Browser): Promise<SegundoFactor['segundo_factor']> => {
  const answer = await browser.signIn(EMAIL.ana, PASSWORD);
  assert.equal(answer.status, 200);
  assert.equal(browser.cookie, '');
  return (answer.body as unknown as SegundoFactor).segundo_factor;
};

const answer = (browser: Browser, reto: string, codigo: string) =>
  browser.post('/sesion/segundo', { reto, codigo });

describeOnEngines('a second factor', (engine) => {
  test('is asked for after the password; a code works once', async (t) => {
    const { ana, browser, clock } = await startPanelWithAna(t, { engine });
    const { secreto, codigos } = await addApp(ana, clock);
    assert.equal(codigos.length, 10);
    const { body } = await ana.api<Factores>('/factores');
    assert.deepEqual(body, { passkeys: [], totp: true, codigos: 10 });

    const other = browser();
    const { reto, metodos } = await askedOf(other);
    assert.deepEqual(metodos, ['totp', 'codigo']);
    assert.equal((await other.api('/restaurantes')).status, 401);
    assertRefused(await answer(other, reto, '000000'), 401, 'segundo_factor_incorrecto');
    const code = await codeAt(secreto, clock);
    assert.equal((await answer(other, reto, code)).status, 200);
    assert.equal((await other.api('/restaurantes')).status, 200);
    const third = browser();
    const { reto: next } = await askedOf(third);
    assertRefused(await answer(third, reto, code), 410, 'reto_caducado');
    assertRefused(await answer(third, next, code), 401, 'segundo_factor_incorrecto');
    clock.set(clock.now() + MINUTE_MS);
    assert.equal((await answer(third, next, await codeAt(secreto, clock))).status, 200);
  });

  test('is recovered with a code, once, and removed', async (t) => {
    const { ana, browser, clock, store } = await startPanelWithAna(t, { engine });
    const { codigos } = await addApp(ana, clock);
    const [code = ''] = codigos;
    const other = browser();
    const { reto } = await askedOf(other);
    assert.equal((await answer(other, reto, ` ${code.toUpperCase()} `)).status, 200);
    const again = browser();
    const { reto: next } = await askedOf(again);
    assertRefused(await answer(again, next, code), 401, 'segundo_factor_incorrecto');
    const renewed = await other.post<FactorCreado>('/factores/codigos');
    assert.equal(renewed.body.codigos?.length, 10);
    assertRefused(await answer(again, next, codigos[1] ?? ''), 401, 'segundo_factor_incorrecto');
    assert.equal((await other.api('/factores/totp', { method: 'DELETE' })).status, 200);
    assert.equal((await other.api('/factores/totp', { method: 'DELETE' })).status, 404);
    assertRefused(await other.post('/factores/codigos'), 409, 'conflicto');
    assert.equal((await browser().signIn(EMAIL.ana, PASSWORD)).status, 200);
    const acciones = column(await store.auditoria.list(RESTAURANTE_ID, 20), 'accion');
    for (const accion of ['totp_creado', 'codigo_usado', 'codigos_renovados', 'totp_quitado']) {
      assert.ok(acciones.includes(`factor.${accion}`), accion);
    }
  });

  test('is guessed ten times an hour at most, and asked for within five minutes', async (t) => {
    const { ana, browser, clock } = await startPanelWithAna(t, { engine });
    const { secreto } = await addApp(ana, clock);
    const other = browser();
    const { reto } = await askedOf(other);
    for (let i = 0; i < 10; i += 1) {
      assertRefused(await answer(other, reto, '000000'), 401, 'segundo_factor_incorrecto');
    }
    const code = await codeAt(secreto, clock);
    assertRefused(await answer(other, reto, code), 429, 'demasiados_intentos');
    clock.set(clock.now() + HOUR_MS);
    assertRefused(await answer(other, reto, code), 410, 'reto_caducado');
  });

  test('is required by an operator: until then there is no restaurant', async (t) => {
    const { ana, as, clock } = await startPanelWithAna(t, { engine });
    const operator = await as('operator');
    const { id } = (await ana.api<{ sesion: Sesion }>('/sesion')).body.sesion.usuario;
    const demand = (who: string, exigido: boolean) =>
      operator.post<{ usuario: UsuarioDetalle }>(`/operador/usuarios/${who}/factor`, { exigido });
    const { usuario } = (await demand(id, true)).body;
    assert.deepEqual([usuario.segundo_factor, usuario.factor_exigido], ['falta', true]);

    const board = `/restaurantes/${RESTAURANTE_ID}/tablero`;
    const start = async () =>
      (await ana.api<Arranque>(`/arranque?restaurante=${RESTAURANTE_ID}`)).body;
    assertRefused(await ana.api(board), 404, 'no_encontrado');
    const { sesion, perfil } = await start();
    assert.deepEqual(
      [sesion?.usuario.segundo_factor, sesion?.usuario.restaurantes, perfil],
      ['falta', [], null],
    );
    await addApp(ana, clock);
    assert.equal((await ana.api(board)).status, 200);
    assert.equal((await start()).sesion?.usuario.segundo_factor, 'si');
    await ana.api('/factores/totp', { method: 'DELETE' });
    assertRefused(await ana.api(board), 404, 'no_encontrado');
    assert.equal((await demand(id, false)).body.usuario.segundo_factor, 'no');
    assert.equal((await ana.api(board)).status, 200);

    const self = (await operator.api<{ sesion: Sesion }>('/sesion')).body.sesion.usuario.id;
    assertRefused(await demand(self, true), 409, 'conflicto');
    assertRefused(await demand('usr_nadie', true), 404, 'no_encontrado');
    assertRefused(
      await ana.post(`/operador/usuarios/${id}/factor`, { exigido: false }),
      403,
      'sin_permiso',
    );
  });

  test('stands in the way of a setup link too', async (t) => {
    const { ana, as, browser, clock } = await startPanelWithAna(t, { engine });
    await addApp(ana, clock);
    const operator = await as('operator');
    const { usuario } = (await ana.api<{ sesion: { usuario: { id: string } } }>('/sesion')).body
      .sesion;
    const { body } = await operator.post<{ enlace: string }>(
      `/operador/usuarios/${usuario.id}/enlace`,
    );
    const thief = browser();
    const token = body.enlace.split('#')[1];
    const redeemed = await thief.post<SegundoFactor>('/alta', {
      token,
      clave: 'gazpacho con pepino',
    });
    assert.deepEqual(redeemed.body.segundo_factor.metodos, ['totp', 'codigo']);
    assert.equal(thief.cookie, '');
  });
});

test('a passkey needs a domain, and an answer to its own question', async (t) => {
  const { ana } = await startPanelWithAna(t);
  const { body } = await ana.post<{ reto: string }>('/factores/passkeys/oferta');
  const given = { reto: body.reto, nombre: 'Portátil', passkey: { id: 'x' } };
  assertRefused(await ana.post('/factores/passkeys', given), 401, 'segundo_factor_incorrecto');
  const unknown = { ...given, reto: 'x'.repeat(43) };
  assertRefused(await ana.post('/factores/passkeys', unknown), 410, 'reto_caducado');
  const atAddress = await startPanelWithAna(t, { publicUrl: 'http://192.0.2.1:8080' });
  assertRefused(await atAddress.ana.post('/factores/passkeys/oferta'), 409, 'conflicto');
});

test('another owner removes the factors of somebody without other restaurants', async (t) => {
  const { ana, deps, browser, clock } = await startPanelWithAna(t);
  await addApp(ana, clock);
  await createUser(deps, 'eva@pepa.example', placeIn(RESTAURANTE_ID));
  const eva = browser();
  await eva.signIn('eva@pepa.example', PASSWORD);
  const people = `/restaurantes/${RESTAURANTE_ID}/personas`;
  const { datos } = (await eva.api<Personas>(people)).body;
  const factorsOf = (email: string) =>
    `${people}/${datos.find((each) => each.email === email)?.id}/factores`;
  assert.deepEqual(column(datos, 'segundo_factor'), [true, false]);
  const reset = (path: string) => eva.api(path, { method: 'DELETE' });
  assertRefused(await reset(factorsOf('eva@pepa.example')), 409, 'conflicto');
  assert.equal((await reset(factorsOf(EMAIL.ana))).status, 200);
  assert.equal((await ana.api('/restaurantes')).status, 401);
  assert.match(JSON.stringify((await ana.signIn(EMAIL.ana, PASSWORD)).body), /"sesion"/);
  assertRefused(await reset(factorsOf(EMAIL.ana)), 409, 'conflicto');
  assertRefused(await reset(`${people}/usr_nadie/factores`), 404, 'no_encontrado');
});
