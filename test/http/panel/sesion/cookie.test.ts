import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { EMAIL, PASSWORD, startPanelServer } from '../panel-server.ts';

const MAX_AGE = 14 * 86_400;

describe('the cookie', () => {
  test('is limited to the panel’s path, HttpOnly and SameSite', async (t) => {
    const { browser } = await startPanelServer(t);
    const ana = browser();
    const entered = await ana.signIn(EMAIL.ana, PASSWORD);
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    const pattern = `^comanda_sesion=[\\w-]{43}; Max-Age=${MAX_AGE}; Path=/panel; HttpOnly; SameSite=Lax$`;
    assert.match(cookie, new RegExp(pattern));
    assert.equal(entered.headers['strict-transport-security'], undefined);
    const left = await ana.api('/sesion', { method: 'DELETE' });
    assert.deepEqual(left.headers['set-cookie'], [
      'comanda_sesion=; Max-Age=0; Path=/panel; HttpOnly; SameSite=Lax',
    ]);
  });

  test('is Secure, and must be, if PUBLIC_URL is https', async (t) => {
    const { browser } = await startPanelServer(t, { publicUrl: 'https://panel.example/comidas' });
    const ana = browser();
    const entered = await ana.signIn(EMAIL.ana, PASSWORD);
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    assert.match(
      cookie,
      /^__Secure-comanda_sesion=[\w-]{43}; Max-Age=\d+; Path=\/comidas\/panel; HttpOnly; Secure; SameSite=Lax$/,
    );
    assert.equal((await ana.api('/restaurantes')).status, 200);
    assert.equal(entered.headers['strict-transport-security'], 'max-age=31536000');
    // A cookie that could have been planted over http.
    ana.cookie = ana.cookie.replace('__Secure-', '');
    assert.equal((await ana.api('/restaurantes')).status, 401);
  });

  test('trusts X-Forwarded-Proto only from a trusted proxy', async (t) => {
    const forwarded = { 'x-forwarded-proto': 'https' };
    const cookieOf = async (trustProxy: false | number | string) => {
      const { browser } = await startPanelServer(t, { trustProxy });
      const { headers } = await browser().signIn(EMAIL.ana, PASSWORD, forwarded);
      return headers['set-cookie']?.[0] ?? '';
    };
    assert.match(await cookieOf(1), /^__Secure-.*; Secure; SameSite=Lax$/);
    assert.match(await cookieOf('127.0.0.0/8'), /^__Secure-.*; Secure; SameSite=Lax$/);
    assert.match(await cookieOf('10.0.0.0/8'), /^comanda_sesion=.*Lax$/);
    assert.match(await cookieOf(false), /^comanda_sesion=.*Lax$/);
  });

  test('is stored as a hash, and no log line contains it, an e-mail address or a password', async (t) => {
    const { browser, lines, store } = await startPanelServer(t);
    const ana = browser();
    await ana.signIn(EMAIL.ana, PASSWORD);
    await ana.api('/restaurantes');
    const token = ana.cookie.split('=')[1] ?? '';
    const usuario = await store.usuarios.findByEmail(EMAIL.ana);
    assert.ok(usuario);
    assert.match(usuario.clave ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const sesiones = await store.sesiones.list(usuario.usuario.id);
    assert.doesNotMatch(JSON.stringify(sesiones), new RegExp(token));
    assert.equal(lines.length, 2);
    assert.doesNotMatch(JSON.stringify(lines), new RegExp(`${token}|${EMAIL.ana}|${PASSWORD}`));
    assert.partialDeepStrictEqual(lines[1], {
      route: '/restaurantes',
      status: 200,
      usuarioId: usuario.usuario.id,
    });
  });
});
