import assert from 'node:assert/strict';
import test from 'node:test';
import { makeUsuarios } from '../../../../src/admin/usuarios.ts';
import type { Lista, SesionAbierta } from '../../../../src/contract/panel.ts';
import type { Message } from '../../../../src/mail/message.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { assertRefused } from '../browser.ts';
import { EMAIL, PASSWORD, startPanelServer } from '../panel-server.ts';

describeOnEngines('a session', (engine) => {
  test('begins with the right password, is known by its cookie, and ends', async (t) => {
    const { browser, store } = await startPanelServer(t, { engine });
    const ana = browser();
    assert.deepEqual((await ana.api('/sesion')).body, { sesion: null });
    const entered = await ana.signIn(` ${EMAIL.ana.toUpperCase()} `, PASSWORD);
    assert.equal(entered.status, 200);
    const { sesion } = entered.body as { sesion: { usuario: Record<string, unknown> } };
    assert.partialDeepStrictEqual(sesion, {
      usuario: { email: EMAIL.ana, operador: false },
    });
    assert.partialDeepStrictEqual(sesion.usuario['restaurantes'], [
      { id: RESTAURANTE_ID, rol: 'propietaria' },
    ]);
    assert.deepEqual((await ana.api('/sesion')).body, { sesion });
    const acciones = (await store.auditoria.list(RESTAURANTE_ID, 1)).map((each) => each.accion);
    assert.deepEqual(acciones, ['sesion.iniciada']);

    const cookie = ana.cookie;
    assert.deepEqual((await ana.api('/sesion', { method: 'DELETE' })).body, { ok: true });
    assert.equal(ana.cookie, '');
    // The browser dropped the cookie; a stolen copy is worthless too.
    ana.cookie = cookie;
    assert.deepEqual((await ana.api('/sesion')).body, { sesion: null });
    assert.equal((await ana.api('/restaurantes')).status, 401);
    assert.equal((await ana.api('/sesion', { method: 'DELETE' })).status, 200);
  });

  test('signing out everywhere ends all sessions of one user', async (t) => {
    const { as } = await startPanelServer(t, { engine });
    const [phone, till, lola] = [await as('ana'), await as('ana'), await as('lola')];
    const { datos } = (await phone.api<{ datos: Record<string, unknown>[] }>('/sesiones')).body;
    assert.equal(datos.length, 2);
    assert.equal(datos.filter(({ actual }) => actual === true).length, 1);
    assert.equal(datos[0]?.['agente'], 'Pruebas/1.0');
    const ended = await phone.api('/sesiones', { method: 'DELETE' });
    assert.deepEqual(ended.body, { ok: true, cerradas: 2 });
    assert.deepEqual((await till.api('/sesion')).body, { sesion: null });
    assert.equal((await lola.api('/restaurantes')).status, 200);
  });

  test('one session is ended from another, which sees its device and its network', async (t) => {
    const { as } = await startPanelServer(t, { engine });
    const [phone, till, lola] = [await as('ana'), await as('ana'), await as('lola')];
    const { datos } = (await phone.api<Lista<SesionAbierta>>('/sesiones')).body;
    assert.deepEqual(column(datos, 'red'), ['127.0.0.0/24', '127.0.0.0/24']);
    const other = datos.find(({ actual }) => !actual);
    const path = `/sesiones/${other?.id}`;
    assertRefused(await lola.api(path, { method: 'DELETE' }), 404, 'no_encontrado');
    assert.equal((await till.api('/restaurantes')).status, 200);
    assert.equal((await phone.api(path, { method: 'DELETE' })).status, 200);
    assertRefused(await till.api('/restaurantes'), 401, 'sesion_ausente');
    assertRefused(await phone.api(path, { method: 'DELETE' }), 404, 'no_encontrado');
    assert.equal((await phone.api('/restaurantes')).status, 200);
  });

  test('mail tells of a sign-in with a browser that is not known, and of no other', async (t) => {
    const sent: Message[] = [];
    const mail = { isOn: true, send: async (message: Message) => void sent.push(message) };
    const { as, browser } = await startPanelServer(t, { engine, mail });
    const known = await as('ana');
    assert.equal(sent.length, 0, 'the first sign-in of all');
    await known.signIn(EMAIL.ana, PASSWORD);
    assert.equal(sent.length, 0, 'the same browser again');
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0';
    const stranger = browser();
    await stranger.signIn(EMAIL.ana, 'no es esta', { 'user-agent': agent });
    assert.equal(sent.length, 0, 'the wrong password');
    await stranger.signIn(EMAIL.ana, PASSWORD, { 'user-agent': agent });
    const [message] = sent;
    assert.deepEqual([sent.length, message?.to], [1, EMAIL.ana]);
    assert.match(
      message?.body.paragraphs[0] ?? '',
      /con Chrome 140 · Windows, desde la red 127\.0\.0\.0\/24, el 20.+Z\.$/,
    );
    assert.equal(message?.body.link?.href, 'http://panel.example/panel/cuenta');
  });

  test('a new password ends the other sessions and renews this one', async (t) => {
    const { as, browser } = await startPanelServer(t, { engine });
    const [here, there] = [await as('ana'), await as('ana')];
    const before = here.cookie;
    const nueva = 'gazpacho bien frío';
    const changed = await here.post('/sesion/clave', { actual: PASSWORD, nueva });
    assert.equal(changed.status, 200);
    assert.notEqual(here.cookie, before);
    assert.equal((await here.api('/restaurantes')).status, 200);
    assert.equal((await there.api('/restaurantes')).status, 401);
    assert.equal((await browser().signIn(EMAIL.ana, PASSWORD)).status, 401);
    // Typed with combining marks, as some keyboards send them.
    assert.equal((await browser().signIn(EMAIL.ana, nueva.normalize('NFD'))).status, 200);
  });

  test('the setup link sets the password once and signs in', async (t) => {
    const { deps, browser, store } = await startPanelServer(t, { engine });
    const email = 'nuevo@pepa.example';
    const made = await makeUsuarios(deps).create({ email, ...placeIn(RESTAURANTE_ID) }, 'cli:x');
    assert.ok(made.outcome === 'created');
    const token = made.setupToken;
    const nuevo = browser();
    const asked = await nuevo.post('/alta/consulta', { token });
    assert.deepEqual(asked.body, { email, expira_en: new Date(made.setupExpiraMs).toISOString() });
    assert.equal((await nuevo.signIn(email, PASSWORD)).status, 401);
    assert.equal((await nuevo.post('/alta', { token, clave: PASSWORD })).status, 200);
    assert.equal((await nuevo.api('/restaurantes')).status, 200);
    assert.equal((await browser().signIn(email, PASSWORD)).status, 200);
    assert.equal((await browser().post('/alta', { token, clave: PASSWORD })).status, 410);
    const audit = await store.auditoria.list(RESTAURANTE_ID, 50);
    assert.ok(audit.some(({ accion, actor }) => accion.endsWith('elegida') && actor === email));
    assert.doesNotMatch(JSON.stringify(audit), new RegExp(token));
  });
});
