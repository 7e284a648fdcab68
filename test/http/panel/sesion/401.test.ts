import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { sha256Hex } from '../../../../src/admin/secrets.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/domain/time.ts';
import { auditEntry } from '../../../storage/conformance/harness.ts';
import { assertRefused, type Browser } from '../browser.ts';
import { EMAIL, PASSWORD, startPanelServer, startPanelWithAna } from '../panel-server.ts';

const isIn = async (browser: Browser): Promise<boolean> =>
  (await browser.api('/restaurantes')).status === 200;

describe('signing in', () => {
  test('a wrong password, an unknown address and a disabled user get the same answer', async (t) => {
    const { browser, store, clock } = await startPanelServer(t);
    const answers = [
      await browser().signIn(EMAIL.ana, 'otra contraseña'),
      await browser().signIn('nadie@pepa.example', PASSWORD),
      await browser().signIn('esto no es un correo', PASSWORD),
    ];
    const ana = await store.usuarios.findByEmail(EMAIL.ana);
    assert.ok(ana);
    await store.usuarios.setDisabled(ana.usuario.id, clock.now(), auditEntry());
    answers.push(await browser().signIn(EMAIL.ana, PASSWORD));
    for (const answer of answers) {
      assertRefused(answer, 401, 'credenciales_invalidas');
      assert.equal(answer.text, answers[0]?.text);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
  });

  test('a user without a password cannot sign in with any', async (t) => {
    const { browser, as } = await startPanelServer(t);
    const operator = await as('operator');
    await operator.post('/operador/usuarios', { email: 'x@x.example', restaurante_id: null });
    for (const clave of ['null', 'undefined', PASSWORD]) {
      assertRefused(await browser().signIn('x@x.example', clave), 401, 'credenciales_invalidas');
    }
  });

  test('the wrong current password changes nothing', async (t) => {
    const { ana } = await startPanelWithAna(t);
    const change = { actual: 'no es esta', nueva: 'gazpacho bien frío' };
    assertRefused(await ana.post('/sesion/clave', change), 401, 'credenciales_invalidas');
    assert.ok(await isIn(ana));
  });
});

describe('a session that has ended', () => {
  test('ends after twelve hours without use, and continues while it is used', async (t) => {
    const { as, clock } = await startPanelServer(t);
    const [used, idle] = [await as('ana'), await as('ana')];
    for (let hour = 0; hour < 11; hour += 1) {
      clock.advance(HOUR_MS);
      assert.ok(await isIn(used));
    }
    clock.advance(HOUR_MS);
    assert.ok(await isIn(used));
    assertRefused(await idle.api('/restaurantes'), 401, 'sesion_ausente');
  });

  test('ends after fourteen days, used or not', async (t) => {
    const { ana, clock } = await startPanelWithAna(t);
    for (let half = 0; half < 27; half += 1) {
      clock.advance(DAY_MS / 2 - 1);
      assert.ok(await isIn(ana));
    }
    clock.advance(DAY_MS / 2 + 27);
    assertRefused(await ana.api('/restaurantes'), 401, 'sesion_ausente');
  });

  test('a guessed, truncated, repeated or planted cookie is no session', async (t) => {
    const { ana, browser } = await startPanelWithAna(t);
    const [name = '', token = ''] = ana.cookie.split('=');
    const stored = sha256Hex(token);
    const thief = browser();
    for (const cookie of [
      `${name}=`,
      `${name}=${'A'.repeat(43)}`,
      `${name}=${token.slice(0, -1)}`,
      `${name}=${token}x`,
      `${name}="${token}"`,
      // The stored hash in place of the token, as from a stolen database.
      `${name}=${stored}`,
      `${name}=${stored.slice(0, 43)}`,
      `otra=${token}`,
      `${name}=${token}; ${name}=${token}`,
      `__Secure-${name}=${token}`,
    ]) {
      thief.cookie = cookie;
      assertRefused(await thief.api('/restaurantes'), 401, 'sesion_ausente');
    }
    thief.cookie = `otra=1; ${ana.cookie}; mas=2`;
    assert.ok(await isIn(thief));
  });

  test('signing in ends the browser’s previous session', async (t) => {
    const { as, browser } = await startPanelServer(t);
    const attacker = await as('lola');
    const planted = attacker.cookie;
    const victim = browser();
    victim.cookie = planted;
    assert.equal((await victim.signIn(EMAIL.ana, PASSWORD)).status, 200);
    assert.notEqual(victim.cookie, planted);
    assert.equal(await isIn(attacker), false);
    const { sesion } = (await victim.api<{ sesion: { usuario: object } }>('/sesion')).body;
    assert.partialDeepStrictEqual(sesion.usuario, { email: EMAIL.ana });
  });
});
