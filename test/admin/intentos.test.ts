import assert from 'node:assert/strict';
import { test } from 'node:test';
import { intentoBuckets, makeIntentos, siteOf } from '../../src/admin/entrada/intentos.ts';
import type { IntentoStore } from '../../src/storage/port/panel.ts';

test('what is refused once is refused from memory until its bucket has room', async () => {
  let nowMs = 1_000_000;
  let takes = 0;
  const address = '192.0.2.1';
  const store: IntentoStore = {
    async take() {
      takes += 1;
      return { waitMs: 60_000, clave: `ip:${address}` };
    },
    clear: async () => undefined,
    sweep: async () => undefined,
  };
  const intentos = makeIntentos(store, { now: () => nowMs });
  const attempt = (email: string) => ({ email, address, device: null });
  assert.equal(intentos.heldMs(attempt('ana@pepa.example')), 0);
  assert.equal(await intentos.take(attempt('ana@pepa.example')), 60_000);
  nowMs += 20_000;
  assert.equal(intentos.heldMs(attempt('otra@pepa.example')), 40_000);
  assert.equal(intentos.heldMs({ ...attempt('x'), address: '192.0.2.2' }), 0);
  nowMs += 40_000;
  assert.equal(intentos.heldMs(attempt('otra@pepa.example')), 0);
  assert.equal(takes, 1);
});

test('an IPv6 network counts for its /48 too', () => {
  assert.equal(siteOf('2001:db8:1:2::/64'), '2001:db8:1::/48');
  assert.equal(siteOf('192.0.2.1'), '192.0.2.1');
  const claves = intentoBuckets('x', '2001:db8:1:2::/64').map(({ clave }) => clave.split(':')[0]);
  assert.deepEqual(claves, ['cuenta-ip', 'ip', 'red', 'cuenta']);
});
