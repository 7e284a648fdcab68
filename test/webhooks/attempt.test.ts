import assert from 'node:assert/strict';
import * as runner from 'node:test';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startReceiver } from '../support/receiver/receiver.ts';
import { until } from '../support/until.ts';
import { BODY, ending, fakeDns, makeSender } from './sender.ts';

const receiver = await startReceiver(runner);
const base = `http://127.0.0.1:${receiver.ports.http}`;
const { send } = makeSender(runner);
/** A sender with a short deadline, for endpoints that never end by themselves. */
const hasty = makeSender(runner, { deadlineMs: 1_500 });

const after = (status: number, extracto = '') => ({
  stage: 'after',
  status,
  extracto,
  retryAfter: null,
});
const before = (fallo: string, blame = 'theirs') => ({ stage: 'before', blame, fallo });
const during = (fallo: string, status: number | null = null, blame = 'theirs') => ({
  stage: 'during',
  blame,
  fallo,
  status,
});

describe('a request', () => {
  test('has the stored bytes, the headers of the contract and the registered address', async () => {
    const path = '/status/200?cliente=7&x=%C3%B1';
    await send(base + path, { id: 'evt_cabeceras', tipo: 'pedido.cancelado', intento: 7 });
    const [request] = await receiver.requests(path);
    assert.ok(request);
    assert.equal(request.method, 'POST');
    assert.deepEqual(Buffer.from(request.bodyBase64, 'base64'), BODY);
    const { host, connection: _, ...headers } = request.headers;
    assert.equal(host, `127.0.0.1:${receiver.ports.http}`);
    const {
      'x-svc-firma': firma,
      'webhook-timestamp': time,
      'webhook-signature': v1,
      ...rest
    } = headers;
    assert.match(String(firma), /^[0-9a-f]{64}$/);
    assert.match(String(time), /^\d{10}$/);
    assert.match(String(v1), /^v1,[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(rest, {
      accept: '*/*',
      'content-length': String(BODY.length),
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Comanda/1.2.3',
      'webhook-id': 'evt_cabeceras',
      'x-svc-evento': 'pedido.cancelado',
      'x-svc-id': 'evt_cabeceras',
      'x-svc-intento': '7',
    });
    for (const name of ['X-Svc-Evento', 'X-Svc-Id', 'X-Svc-Firma', 'X-Svc-Intento', 'User-Agent']) {
      assert.ok(request.rawHeaders.includes(name), `${name} is spelt as documented`);
    }
  });

  test('uses a keep-alive connection, as long as nothing fails', async () => {
    const { send: sendAlone } = makeSender(runner);
    const path = '/status/204?otra-vez';
    for (let i = 0; i < 3; i += 1) {
      assert.deepEqual(ending(await sendAlone(base + path)), after(204));
    }
    const [first, second, third] = await receiver.requests(path, 3);
    assert.ok(first);
    assert.equal(second?.connection, first.connection);
    assert.equal(third?.connection, first.connection);
  });

  test('does not wait for another one to the same receiver', async () => {
    const stop = new AbortController();
    const slow = send(`${base}/slow/60000?juntas`, {}, stop.signal);
    await receiver.requests('/slow/60000?juntas');
    const many = Array.from({ length: 20 }, () => send(`${base}/status/200?juntas`));
    for (const outcome of await Promise.all(many)) assert.equal(outcome.stage, 'after');
    stop.abort();
    assert.deepEqual(ending(await slow), during('cierre', null, 'ours'));
  });
});

test('a receiver of two addresses may take a second to accept on the only one that works', async () => {
  const stuck = await startReceiver(runner);
  const { narrow } = stuck.ports;
  const { send: sendByName } = makeSender(runner, {
    dns: fakeDns({ 'dos.prueba': ['127.0.0.1', '127.0.0.2'] }),
  });
  stuck.freeze();
  // They fill the queue: after that, the kernel drops the first packet of a connection, which is sent again after a second.
  await Promise.all(Array.from({ length: 8 }, () => hasty.send(`http://127.0.0.1:${narrow}/`)));
  const sent = sendByName(`http://dos.prueba:${narrow}/status/204`);
  await delay(100);
  stuck.thaw();
  assert.deepEqual(ending(await sent), after(204));
});

describe('an answer', () => {
  for (const status of [200, 201, 204, 304, 400, 401, 404, 410, 429, 500, 502, 503, 599]) {
    test(`${status} is passed on`, async () => {
      const extracto = status === 204 || status === 304 ? '' : `dice ${status}`;
      assert.deepEqual(ending(await send(`${base}/status/${status}`)), after(status, extracto));
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    test(`${status} is not followed`, async () => {
      const path = `/redirect/${status}`;
      const before = receiver.received.filter((each) => each.path === '/status/200').length;
      assert.deepEqual(ending(await send(base + path)), after(status));
      assert.equal((await receiver.requests(path)).length, 1);
      const now = receiver.received.filter((each) => each.path === '/status/200').length;
      assert.equal(now, before);
    });
  }

  for (const [kind, status] of [
    ['busy', 429],
    ['unavailable', 503],
  ] as const) {
    for (const value of ['120', 'Sun, 15 Nov 2026 20:00:00 GMT', 'mañana', '-1']) {
      test(`${status} with Retry-After «${value}» hands it on`, async () => {
        const { stage, ...rest } = ending(
          await send(`${base}/${kind}/${encodeURIComponent(value)}`),
        );
        assert.equal(stage, 'after');
        const sent = Buffer.from(value).toString('latin1');
        assert.ok('retryAfter' in rest);
        assert.equal(rest.status, status);
        assert.ok([value, sent].includes(String(rest.retryAfter)));
      });
    }
  }

  test('with a header twice is taken by the first one', async () => {
    const outcome = ending(await send(`${base}/twice/429`));
    assert.deepEqual(outcome, { ...after(429, 'dos veces'), retryAfter: '120' });
  });

  test('may come slowly', async () => {
    assert.deepEqual(ending(await send(`${base}/slow/120`)), after(200, 'despacio'));
  });

  test('ignores interim responses', async () => {
    assert.deepEqual(ending(await send(`${base}/interim`)), after(200, 'definitiva'));
  });

  test('without end counts by its status, and is cut off', async () => {
    const { pool, send: sendAlone } = makeSender(runner);
    assert.deepEqual(ending(await sendAlone(`${base}/endless`)), after(200, 'x'.repeat(4_096)));
    await until(() => pool.open() === 0);
  });

  test('in tiny chunks is cut off before they take more memory than a long one', async () => {
    const outcome = ending(await hasty.send(`${base}/crumbs/1000`));
    assert.deepEqual({ ...outcome, extracto: '' }, after(200));
  });

  test('is kept up to 4 KiB', async () => {
    assert.deepEqual(ending(await send(`${base}/long/4096`)), after(200, 'y'.repeat(4_096)));
    assert.deepEqual(ending(await send(`${base}/long/65535`)), after(200, 'y'.repeat(4_096)));
    assert.deepEqual(ending(await send(`${base}/long/65537`)), after(200, 'y'.repeat(4_096)));
  });

  test('is decompressed no further than is kept', async () => {
    assert.deepEqual(ending(await send(`${base}/gzip`)), after(200, 'comprimido: sí'));
    assert.deepEqual(ending(await send(`${base}/bomb`)), after(200, 'z'.repeat(4_096)));
    assert.deepEqual(ending(await send(`${base}/broken`)), after(200, ''));
  });

  for (const encoding of ['identity', 'constructor', '__proto__']) {
    test(`in the encoding «${encoding}» is kept as it came`, async () => {
      assert.deepEqual(ending(await send(`${base}/encoding/${encoding}`)), after(200, 'tal cual'));
    });
  }

  test('loses control characters and invalid UTF-8', async () => {
    assert.deepEqual(ending(await send(`${base}/odd`)), after(200, 'h[\ufffd\ni'));
  });
});

describe('a failure', () => {
  test('before an answer may have reached the receiver', async () => {
    const { send: sendAlone } = makeSender(runner);
    assert.deepEqual(ending(await sendAlone(`${base}/reset-before`)), during('corte'));
    assert.deepEqual(ending(await sendAlone(`${base}/close-before`)), during('corte'));
    assert.deepEqual(ending(await sendAlone(`${base}/nonsense`)), during('protocolo'));
  });

  test('in the middle of an answer is no answer', async () => {
    assert.deepEqual(ending(await send(`${base}/reset-after`)), during('corte', 200));
  });

  test('to answer in time', async () => {
    assert.deepEqual(ending(await hasty.send(`${base}/hang`)), during('plazo'));
    assert.deepEqual(ending(await hasty.send(`${base}/drip`)), during('plazo', 200));
    await until(() => hasty.pool.open() === 0);
  });

  for (const [kind, status] of [
    ['interim', null],
    ['blank-lines', null],
    ['reason-phrase', null],
    ['chunk-extension', 200],
  ] as const) {
    test(`to come to an end: ${kind}`, async () => {
      const { pool, send: sendAlone } = makeSender(runner, { deadlineMs: 3_000 });
      const outcome = ending(await sendAlone(`${base}/flood/${kind}`));
      assert.deepEqual(outcome, during('protocolo', status));
      await until(() => pool.open() === 0);
    });
  }

  test('takes its connection along, and the next one has another', async () => {
    const { pool, send: sendAlone } = makeSender(runner, { deadlineMs: 1_500 });
    const paths = ['/status/200?antes', '/hang?entre', '/status/200?tras'];
    for (const path of paths) await sendAlone(base + path);
    const [[first], [second], [third]] = await Promise.all([
      receiver.requests('/status/200?antes'),
      receiver.requests('/hang?entre'),
      receiver.requests('/status/200?tras'),
    ]);
    assert.ok(first && second && third);
    assert.equal(second.connection, first.connection);
    assert.notEqual(third.connection, second.connection);
    await until(() => pool.open() === 1);
  });

  test('of a kept connection that closes unannounced is stale, and so are the idle ones beside it', async () => {
    const { send: sendAlone, pool } = makeSender(runner);
    const path = '/one-each';
    await Promise.all([sendAlone(base + path), sendAlone(base + path)]);
    assert.equal(pool.open(), 2);
    const stale = { ...during('corte'), isStale: true };
    assert.deepEqual(ending(await sendAlone(base + path)), stale);
    assert.deepEqual(ending(await sendAlone(base + path)), after(200));
    const [first, second, cut, again] = await receiver.requests(path, 4);
    assert.ok([first?.connection, second?.connection].includes(cut?.connection));
    assert.ok(![first?.connection, second?.connection].includes(again?.connection));

    assert.deepEqual(ending(await sendAlone(`${base}/close-before?siempre`)), stale);
    assert.deepEqual(ending(await sendAlone(`${base}/close-before?siempre`)), during('corte'));
    assert.equal((await receiver.requests('/close-before?siempre')).length, 2);
  });

  test('to connect: nobody listens', async () => {
    assert.deepEqual(ending(await send('http://127.0.0.1:1/')), before('conexion'));
  });

  test('to connect: nobody accepts', async () => {
    const stuck = await startReceiver(runner);
    stuck.freeze();
    const url = `http://127.0.0.1:${stuck.ports.narrow}/`;
    // The kernel accepts connections for a stopped process until its queue is full; then it stays silent.
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => hasty.send(url)));
    stuck.thaw();
    const fallos = outcomes.map((outcome) => 'fallo' in outcome && outcome.fallo);
    assert.deepEqual([...new Set(fallos)], ['plazo']);
    assert.ok(outcomes.some(({ stage }) => stage === 'before'));
  });

  test('of DNS is the receiver’s if our resolver works, and otherwise ours', async () => {
    const names = { 'a.prueba': 'ENOTFOUND', 'b.prueba': 'ESERVFAIL', 'c.prueba': 'ETIMEOUT' };
    const up = makeSender(runner, { dns: fakeDns(names) });
    const down = makeSender(runner, { dns: fakeDns(names, false) });
    for (const name of Object.keys(names)) {
      assert.deepEqual(ending(await up.send(`https://${name}/`)), before('dns'), name);
    }
    assert.deepEqual(ending(await down.send('https://a.prueba/')), before('dns'));
    for (const name of ['b.prueba', 'c.prueba']) {
      assert.deepEqual(ending(await down.send(`https://${name}/`)), before('dns_propio', 'ours'));
    }
  });

  test('of DNS that hangs is over before the attempt is', async () => {
    const dns = (isUp: boolean) => fakeDns({ 'x.prueba': 'hang' }, isUp);
    const up = makeSender(runner, { dns: dns(true), lookupMs: 100 });
    assert.deepEqual(ending(await up.send('https://x.prueba/')), before('dns'));
    const down = makeSender(runner, { dns: dns(false), lookupMs: 100 });
    assert.deepEqual(ending(await down.send('https://x.prueba/')), before('dns_propio', 'ours'));
    const late = makeSender(runner, { dns: dns(true), deadlineMs: 1_500 });
    assert.deepEqual(ending(await late.send('https://x.prueba/')), before('plazo'));
  });

  test('of ours: told to stop, before or during', async () => {
    const stop = new AbortController();
    const running = send(`${base}/hang?parada`, {}, stop.signal);
    await receiver.requests('/hang?parada');
    stop.abort();
    assert.deepEqual(ending(await running), during('cierre', null, 'ours'));
    const path = '/status/200?tarde';
    assert.deepEqual(ending(await send(base + path, {}, stop.signal)), before('cierre', 'ours'));
    assert.deepEqual(
      receiver.received.filter((each) => each.path === path),
      [],
    );
  });

  test('of ours: a secret that does not open', async () => {
    const outcome = await send(`${base}/status/200`, { webhookId: 'wh_otro' });
    assert.deepEqual(ending(outcome), before('interno', 'ours'));
  });
});

test('no connection is left open after attempts of any kind', async () => {
  const { pool, send: sendAlone } = makeSender(runner, { deadlineMs: 1_500 });
  const paths = ['/status/200', '/hang', '/reset-before', '/endless', '/drip', '/nonsense'];
  await Promise.all(
    Array.from({ length: 120 }, (_, i) => sendAlone(base + (paths[i % paths.length] ?? ''))),
  );
  await pool.close();
  await until(() => pool.open() === 0);
});
