import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { TrustProxy } from '../../../../src/http/server/request.ts';
import { startTwoProcesses } from '../../../support/service.ts';
import { assertError, makeClient } from '../client.ts';
import { type Door, openDoor } from '../door.ts';
import { startApi } from '../start-api.ts';

const LIMIT = 60;

/** Uses up a bucket. */
const spend = async (
  { api }: Pick<Door, 'api'>,
  ask: Parameters<Door['api']>[1],
  times = LIMIT,
) => {
  for (let i = 0; i < times; i += 1) {
    const { status, headers } = await api('/restaurante', ask);
    assert.notEqual(status, 429);
    assert.equal(headers['x-ratelimit-remaining'], String(LIMIT - 1 - i));
  }
};

describe('a key', async () => {
  const door = await openDoor({ after });
  const { api, clock, makeToken } = door;
  const resetOf = (afterMs: number) => String(Math.ceil((clock.now() + afterMs) / 1_000));

  test('60 in any 60 seconds pass, the next is refused until the first has left', async () => {
    const token = await makeToken();
    await spend(door, { token }, 1);
    clock.advance(10_500);
    for (let i = 1; i < LIMIT; i += 1) {
      const { status, headers } = await api('/restaurante', { token });
      assert.equal(status, 200);
      assert.equal(headers['x-ratelimit-remaining'], String(LIMIT - 1 - i));
      assert.equal(headers['x-ratelimit-reset'], resetOf(49_500));
    }
    const refused = await api('/restaurante', { token });
    const { error } = assertError(refused, 'limite_alcanzado');
    assert.match(error, /60 peticiones por minuto/);
    assert.equal(refused.headers['retry-after'], '50');
    assert.equal(refused.headers['x-ratelimit-reset'], resetOf(49_500));
    assert.equal(refused.headers['ratelimit'], '"llave";r=0;t=50');

    clock.advance(49_499);
    const almost = await api('/restaurante', { token });
    assertError(almost, 'limite_alcanzado');
    assert.equal(almost.headers['retry-after'], '1');
    clock.advance(1);
    assert.equal((await api('/restaurante', { token })).status, 200);
    // The next slot frees when the second of the first sixty leaves.
    assertError(await api('/restaurante', { token }), 'limite_alcanzado');
    clock.advance(10_500);
    assert.equal((await api('/restaurante', { token })).headers['x-ratelimit-remaining'], '58');
  });

  test('every answer counts: 304, 400, 404, 405', async () => {
    const token = await makeToken();
    const etag = String((await api('/restaurante', { token })).headers['etag']);
    const asks: [string, Parameters<Door['api']>[1]][] = [
      ['/restaurante', { token, headers: { 'if-none-match': etag } }],
      ['/pedidos?limite=0', { token }],
      ['/%zz', { token }],
      ['/nada', { token }],
      ['/pedidos/ped_no', { token }],
      ['/pedidos', { token, method: 'POST' }],
      ['/restaurante', { token, method: 'HEAD' }],
    ];
    for (const [i, [path, ask]] of asks.entries()) {
      assert.equal((await api(path, ask)).headers['x-ratelimit-remaining'], String(58 - i));
    }
  });

  test('two keys of one restaurant do not share, and requests without a key do not count', async () => {
    const [one, other] = [await makeToken(), await makeToken()];
    await spend(door, { token: one });
    assertError(await api('/restaurante', { token: one }), 'limite_alcanzado');
    await spend(door, { token: other }, 3);
    await spend(door, {});
    assertError(await api('/restaurante'), 'limite_alcanzado');
    assert.equal((await api('/restaurante', { token: other })).status, 200);
  });
});

describe('a client without a valid key', async () => {
  test('is counted by address, whatever it sends in place of a key', async (t) => {
    const door = await openDoor(t);
    await spend(door, {}, 20);
    for (let i = 20; i < LIMIT; i += 1) {
      const token = `svc_live_${String(i).padStart(32, '0')}`;
      assertError(await door.api('/restaurante', { token }), 'llave_invalida');
    }
    assertError(await door.api('/restaurante'), 'limite_alcanzado');
    assertError(await door.api('/nada', { token: 'x' }), 'limite_alcanzado');
    // Requests without a valid key learn nothing, but a preflight passes.
    assert.equal((await door.api('/pedidos', { method: 'OPTIONS' })).status, 204);
  });

  const from = (addresses: string) => ({ headers: { 'x-forwarded-for': addresses } });
  const many = (n: number, address: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => address(i));

  /** Each with the trusted proxies, addresses that share a bucket (the last is refused), and others that do not. */
  const cases: [what: string, trustProxy: TrustProxy, same: string[], others: string[]][] = [
    ['cannot pretend another address', false, many(61, (i) => `192.0.2.${i}`), []],
    [
      'is identified by the proxies that the operator trusts: only what the proxy itself added counts',
      1,
      [...many(60, () => '192.0.2.1'), '198.51.100.7, 192.0.2.1'],
      ['192.0.2.2'],
    ],
    [
      'counts with its whole /64',
      '127.0.0.0/8',
      [...many(60, (i) => `2001:db8:1:2:${i}::7`), '2001:db8:1:2:ffff:ffff:ffff:ffff'],
      ['2001:db8:1:3::1'],
    ],
    [
      'counts with all of its connections, where a proxy adds their ports',
      2,
      [
        ...many(20, () => '192.0.2.1'),
        ...many(20, (i) => `192.0.2.1:${40_000 + i}`),
        ...many(20, (i) => `[::ffff:192.0.2.1]:${i}, 198.51.100.1:443`),
        '192.0.2.1:1',
      ],
      ['192.0.2.2:1'],
    ],
    [
      'counts without the port of an address of IPv6',
      2,
      [...many(60, () => '[2001:db8:1:2::1]:443'), '2001:db8:1:2::5'],
      ['192.0.2.2:1'],
    ],
    ['counts as the proxy, where that names no address', 1, many(61, (i) => `unknown${i}`), []],
  ];
  for (const [what, trustProxy, same, others] of cases) {
    test(what, async (t) => {
      const { api } = await openDoor(t, { trustProxy });
      for (const address of same.slice(0, LIMIT)) {
        assertError(await api('/restaurante', from(address)), 'llave_ausente');
      }
      assertError(await api('/restaurante', from(same.at(-1) ?? '')), 'limite_alcanzado');
      for (const address of others) {
        assertError(await api('/restaurante', from(address)), 'llave_ausente');
      }
    });
  }

  test('TRUST_PROXY reaches the service from its settings', async (t) => {
    const { api } = await startApi(t, 'SQLite', { TRUST_PROXY: 'loopback' });
    const remaining = async (address: string) =>
      (await api('/restaurante', from(address))).headers['x-ratelimit-remaining'];
    assert.deepEqual(
      [await remaining('192.0.2.1'), await remaining('192.0.2.2'), await remaining('192.0.2.1')],
      ['59', '59', '58'],
    );
  });

  // test/cluster proves with three processes that they share a key's limit.
  test('shares its 60 requests among all processes', async (t) => {
    const apis = (await startTwoProcesses(t)).map(({ publicUrl }) => makeClient(publicUrl));
    const asked = Array.from({ length: 50 }, () => apis.map((api) => api('/restaurante')));
    const statuses = (await Promise.all(asked.flat())).map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [...Array(60).fill(401), ...Array(40).fill(429)]);
  });
});
