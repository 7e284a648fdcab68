import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { intentoBuckets } from '../../../../src/admin/entrada/intentos.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { assertRefused, type PanelReply } from '../browser.ts';
import {
  EMAIL,
  PASSWORD,
  type PanelServer,
  startPanelServer,
  startPanelWithAna,
} from '../panel-server.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const WRONG = 'no es la contraseña';

/** Signs in from a client address: the server trusts the test's proxy header. */
const tryFrom = (
  { browser }: PanelServer,
  address: string,
  email: string = EMAIL.ana,
  clave = WRONG,
): Promise<PanelReply> => browser().signIn(email, clave, { 'x-forwarded-for': address });

describeOnEngines('guessing passwords', (engine) => {
  test('five attempts on an account from one address, then a wait', async (t) => {
    const server = await startPanelServer(t, { engine, trustProxy: 1 });
    for (let i = 0; i < 5; i += 1) {
      assertRefused(await tryFrom(server, '192.0.2.1'), 401, 'credenciales_invalidas');
    }
    const held = await tryFrom(server, '192.0.2.1', EMAIL.ana, PASSWORD);
    assertRefused(held, 429, 'demasiados_intentos');
    assert.equal(held.headers['retry-after'], String(QUARTER_HOUR_MS / 1_000));
    // The same account with its address in capitals.
    assert.equal((await tryFrom(server, '192.0.2.1', EMAIL.ana.toUpperCase())).status, 429);
    // The owner can still sign in from another address.
    assert.equal((await tryFrom(server, '192.0.2.2', EMAIL.ana, PASSWORD)).status, 200);
    server.clock.advance(QUARTER_HOUR_MS - 1);
    assert.equal((await tryFrom(server, '192.0.2.1')).status, 429);
    server.clock.advance(1);
    assert.equal((await tryFrom(server, '192.0.2.1', EMAIL.ana, PASSWORD)).status, 200);
  });

  test('simultaneous attempts are counted before any password is checked', async (t) => {
    const server = await startPanelServer(t, { engine, trustProxy: 1 });
    const tries = await Promise.all(Array.from({ length: 9 }, () => tryFrom(server, '192.0.2.1')));
    const statuses = tries.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429, 429]);
  });
});

describeOnEngines('a flood of wrong passwords', (engine) => {
  test('keeps no owner out: networks take turns, and what was not compared does not count', async (t) => {
    const server = await startPanelServer(t, { engine, trustProxy: 1 });
    const flood = Array.from({ length: 150 }, (_, i) =>
      tryFrom(server, `2001:db8:1:${i.toString(16)}::1`, `nadie${i}@ejemplo.example`),
    );
    const owner = await tryFrom(server, '192.0.2.9', EMAIL.ana, PASSWORD);
    assert.equal(owner.status, 200);
    const replies = await Promise.all(flood);
    const refused = replies.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0);
    for (const reply of refused) {
      assertRefused(reply, 503, 'no_disponible');
      assert.equal(reply.headers['retry-after'], '2');
    }
  });

  test('a device on which the owner signed in before has its own budget, which is small', async (t) => {
    const server = await startPanelServer(t, { engine, trustProxy: 1 });
    const device = server.browser();
    assert.equal((await device.signIn(EMAIL.ana, PASSWORD)).status, 200);
    await fill(server, 'cuenta:', 100);
    const from = { 'x-forwarded-for': '2001:db8:1:2::1' };
    assert.equal((await tryFrom(server, '198.51.100.7', EMAIL.ana, PASSWORD)).status, 429);
    assert.equal((await device.signIn(EMAIL.ana, PASSWORD, from)).status, 200);
    const stolen = server.browser();
    stolen.device = device.device;
    for (let i = 0; i < 10; i += 1) {
      assertRefused(await stolen.signIn(EMAIL.ana, WRONG, from), 401, 'credenciales_invalidas');
    }
    assertRefused(await stolen.signIn(EMAIL.ana, PASSWORD, from), 429, 'demasiados_intentos');
    // The cookie of one account says nothing about another.
    stolen.cookie = '';
    assert.equal((await stolen.signIn(EMAIL.lola, WRONG, from)).status, 401);
  });
});

describe('guessing passwords', () => {
  test('a hundred attempts from one /48, of any of its networks', async (t) => {
    const server = await startPanelServer(t, { trustProxy: 1 });
    await fill(server, 'red:', 99);
    assert.equal((await tryFrom(server, '2001:db8:1:7::1')).status, 401);
    assert.equal((await tryFrom(server, '2001:db8:1:8::1', EMAIL.lola, PASSWORD)).status, 429);
    assert.equal((await tryFrom(server, '2001:db8:2:8::1', EMAIL.lola, PASSWORD)).status, 200);
  });

  test('the right password clears the account’s count', async (t) => {
    const server = await startPanelServer(t, { trustProxy: 1 });
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 4; i += 1) await tryFrom(server, '192.0.2.1');
      assert.equal((await tryFrom(server, '192.0.2.1', EMAIL.ana, PASSWORD)).status, 200);
    }
  });

  test('thirty attempts from one address on any accounts; a /64 is one address', async (t) => {
    const server = await startPanelServer(t, { trustProxy: 1 });
    await fill(server, 'ip:2001:db8:1:2::/64', 29);
    assert.equal((await tryFrom(server, '2001:db8:1:2::7')).status, 401);
    assert.equal((await tryFrom(server, '2001:db8:1:2:ffff::1', EMAIL.lola, PASSWORD)).status, 429);
    assert.equal((await tryFrom(server, '2001:db8:1:3::1', EMAIL.lola, PASSWORD)).status, 200);
  });

  test('a hundred attempts on one account in an hour, from any address', async (t) => {
    const server = await startPanelServer(t, { trustProxy: 1 });
    await fill(server, 'cuenta:', 99);
    assert.equal((await tryFrom(server, '198.51.100.6')).status, 401);
    const held = await tryFrom(server, '198.51.100.7', EMAIL.ana, PASSWORD);
    assertRefused(held, 429, 'demasiados_intentos');
    server.clock.advance(4 * QUARTER_HOUR_MS);
    assert.equal((await tryFrom(server, '198.51.100.7', EMAIL.ana, PASSWORD)).status, 200);
  });

  test('attempts to change a password are counted too', async (t) => {
    const { ana } = await startPanelWithAna(t);
    const change = { actual: WRONG, nueva: 'gazpacho bien frío' };
    // Ana signed in with this browser: it is a known device.
    for (let i = 0; i < 10; i += 1) await ana.post('/sesion/clave', change);
    const held = await ana.post('/sesion/clave', { ...change, actual: PASSWORD });
    assertRefused(held, 429, 'demasiados_intentos');
  });
});

/** Records attempts on Ana's account without the time that hashing would take. */
const fill = async (
  { store, clock }: PanelServer,
  prefix: string,
  count: number,
): Promise<void> => {
  const buckets = intentoBuckets(EMAIL.ana, '2001:db8:1:2::/64');
  const wanted = buckets.filter(({ clave }) => clave.startsWith(prefix));
  assert.equal(wanted.length, 1);
  for (let i = 0; i < count; i += 1) await store.intentos.take(wanted, clock.now());
};
