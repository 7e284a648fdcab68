import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { sampleEvent } from '../../../clients/cli/src/delivery/sample.ts';
import { makeSender } from '../../../clients/cli/src/delivery/send.ts';
import { secretOf } from '../../../clients/cli/src/delivery/signing.ts';
import { makeForwarder } from '../../../clients/cli/src/listen/forwarder.ts';
import { attemptLine, eventLine } from '../../../clients/cli/src/listen/show.ts';
import { toIncoming } from '../../../clients/cli/src/listen/source.ts';
import { openStateFile } from '../../../clients/cli/src/listen/state-file.ts';
import { makeWindow } from '../../../clients/cli/src/listen/window.ts';
import { type Evento, verifyWebhook } from '../../../clients/typescript/src/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { startApi } from '../../http/api/start-api.ts';
import { create } from '../../http/api/webhooks/hooks.ts';
import { seedSampleRestaurant } from '../../http/api/world.ts';
import { freePort, startSite } from '../../support/machine/loopback.ts';
import { startReceiver } from '../../support/receiver/receiver.ts';
import { comando, samplePedido } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { startRestartable } from '../restartable.ts';
import { clockOff, installIntegrator } from './integrator.ts';

const { service, ask, carryOut } = await startApi({ after }, 'SQLite', {
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
});
await seedSampleRestaurant(service);

const install = async (t: TestContext, alcances?: Parameters<typeof service.makeLlave>[0]) => {
  const { token, llave } = await service.makeLlave(alcances);
  return { ...installIntegrator(t, { url: service.publicUrl, token }), token, llave };
};

/** A receiver with configurable answers, which records its requests in order of arrival. */
const startSink = async (t: TestContext, port?: number) => {
  const seen: { status: number; evento: Evento; intento: number }[] = [];
  /** The status of each answer; 0: none at all. */
  const behaviour = { answer: (_: Evento): number => 204 };
  const server = createServer(async (request, response) => {
    const evento: Evento = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const status = behaviour.answer(evento);
    const intento = Number(request.headers['x-svc-intento']);
    seen.push({ status, evento, intento });
    if (status > 0) response.writeHead(status).end();
  });
  await new Promise<void>((ready) => server.listen(port ?? 0, '127.0.0.1', ready));
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  t.after(close);
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const taken = () => seen.filter(({ status }) => status === 204).map(({ evento }) => evento);
  return { url: `http://127.0.0.1:${address.port}/hook`, seen, behaviour, taken, close };
};

const STEP_MS = 250;

/** `a2`: the second event of the order `a`. */
const sampleEventOf = (id: string): Evento => {
  const evento = sampleEvent('pedido.nuevo', { nowMs: 0, suffix: id });
  evento.datos.pedido.id = `ped_${id[0]}`;
  return { ...evento, id };
};

const idsOf = (eventos: readonly Evento[]): string[] => eventos.map(({ id }) => id);

describe('listen', () => {
  test('what it sends is what a webhook gets: names and order of headers, signatures, bytes', async (t) => {
    const receiver = await startReceiver(t);
    const at = (path: string) => `http://127.0.0.1:${receiver.ports.http}${path}`;
    const { start } = await install(t);
    const { secreto_firma: secret } = await create(ask, { url: at('/status/200/real') });
    const live = start(['listen', '--forward-to', at('/status/200/live'), '--secret', secret]);
    const polls = await install(t, { alcances: ['pedidos.leer'] });
    const args = ['listen', '--forward-to', at('/status/200/poll'), '--secret', secret];
    const polled = polls.start(args);
    await Promise.all([live.said(/^Ready/m), polled.said(/stream\.escuchar[\s\S]*^Ready/m)]);
    await carryOut(comando.crear());

    const requests = ['/status/200/real', '/status/200/live', '/status/200/poll'].map(
      async (path) => (await receiver.requests(path))[0],
    );
    const [real, ...sent] = await Promise.all(requests);
    assert.ok(real !== undefined);
    const own = new Set(['host', 'connection', 'content-length', 'keep-alive']);
    const names = (raw: readonly string[]) =>
      raw.filter((name, i) => i % 2 === 0 && !own.has(name.toLowerCase()));
    for (const each of sent) {
      assert.ok(each !== undefined);
      assert.deepEqual(names(each.rawHeaders), names(real.rawHeaders));
      assert.equal(each.bodyBase64, real.bodyBase64);
      const same = ['x-svc-firma', 'x-svc-id', 'x-svc-evento', 'x-svc-intento', 'content-type'];
      for (const name of [...same, 'user-agent', 'accept', 'webhook-id']) {
        assert.equal(each.headers[name], real.headers[name], name);
      }
      const body: Buffer = Buffer.from(each.bodyBase64, 'base64');
      assert.match(each.headers['webhook-signature'] ?? '', /^v1,/);
      assert.equal(verifyWebhook(body, each.headers, secret).tipo, 'pedido.nuevo');
      // On a receiver with a wrong clock the libraries of Standard Webhooks refuse; ours needs no clock.
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + DAY_MS });
      const standard = new Webhook(Buffer.from(secret, 'hex').toString('base64'));
      assert.throws(() => standard.verify(body, each.headers), /timestamp too old/);
      assert.equal(verifyWebhook(body, each.headers, secret).tipo, 'pedido.nuevo');
      t.mock.timers.reset();
      standard.verify(body, each.headers);
    }
  });

  test('it begins where it stopped, and keeps no key', async (t) => {
    const sink = await startSink(t);
    const { start, state, token } = await install(t);
    const args = ['listen', '--forward-to', sink.url, '--events', 'pedido.nuevo'];
    const first = start(args);
    await first.said(/^Ready/m);
    assert.match(first.err(), new RegExp(`^Signing with the secret ${secretOf(token)}$`, 'm'));
    const [pedidoId = ''] = await carryOut(comando.crear());
    await until(() => sink.taken().length === 1);
    first.kill('SIGINT');
    assert.equal((await first.result).code, 0, 'it was told to stop');

    // An event of another type: the position moves past it, but it is not sent.
    await carryOut(comando.avanzar(pedidoId, 'confirmado'), comando.crear(), comando.crear());
    const second = start(args);
    await until(() => sink.taken().length >= 3);
    await carryOut(comando.crear());
    await until(() => sink.taken().length >= 4);
    second.kill('SIGTERM');
    assert.equal((await second.result).code, 0);
    const eventos = sink.taken();
    assert.equal(new Set(idsOf(eventos)).size, 4, 'each once');
    assert.ok(eventos.every(({ tipo }) => tipo === 'pedido.nuevo'));
    const [file = ''] = readdirSync(join(state, 'comanda'));
    const text = readFileSync(join(state, 'comanda', file), 'utf8');
    assert.deepEqual(JSON.parse(text), { position: eventos.at(-1)?.id });
    assert.ok(!`${file}${text}`.includes(token));

    writeFileSync(join(state, 'comanda', file), '{');
    const damaged = await start(args).result;
    assert.deepEqual([damaged.code, /is damaged: delete it/.test(damaged.stderr)], [4, true]);
  });

  test('a receiver that fails, and one that is away, get everything in the order of each order', async (t) => {
    const port = await freePort();
    const broken = await startSink(t, port);
    const { start } = await install(t);
    const listener = start(['listen', '--forward-to', broken.url]);
    await listener.said(/^Ready/m);
    const [first = '', second = ''] = await carryOut(comando.crear(), comando.crear());
    await until(() => broken.taken().length === 2);

    // One order is refused again and again; the others go on.
    broken.behaviour.answer = ({ datos }) => (datos.pedido.id === first ? 500 : 204);
    await carryOut(comando.avanzar(first, 'confirmado'), comando.avanzar(first, 'listo'));
    await until(() => broken.seen.some(({ intento, status }) => status === 500 && intento >= 2));
    await carryOut(comando.avanzar(second, 'confirmado'));
    const ofOrder = (eventos: readonly Evento[], id: string) =>
      eventos.filter(({ datos }) => datos.pedido.id === id).map(({ datos }) => datos.pedido.estado);
    await until(() => ofOrder(broken.taken(), second).length === 2);
    await listener.said(/✗ 500.*pedido\.aceptado.*retrying in/);

    await broken.close();
    await carryOut(comando.avanzar(second, 'listo'), comando.avanzar(second, 'entregado'));
    await listener.said(/✗ connect ECONNREFUSED/);
    const mended = await startSink(t, port);
    await until(() => mended.taken().length === 4);
    const all = [...broken.taken(), ...mended.taken()];
    assert.deepEqual(ofOrder(all, first), ['pendiente', 'confirmado', 'listo']);
    assert.deepEqual(ofOrder(all, second), ['pendiente', 'confirmado', 'listo', 'entregado']);
    listener.kill('SIGTERM');
    assert.equal((await listener.result).code, 0);
  });

  test('a receiver that hangs holds up its order alone, until it has gone or this is told to stop', async (t) => {
    const port = await freePort();
    const stuck = await startSink(t, port);
    const { start } = await install(t);
    const args = ['listen', '--forward-to', stuck.url];
    const listener = start(args);
    await listener.said(/^Ready/m);
    const [first = '', second = ''] = await carryOut(comando.crear(), comando.crear());
    await until(() => stuck.taken().length === 2);
    stuck.behaviour.answer = ({ datos }) => (datos.pedido.id === first ? 0 : 204);
    await carryOut(comando.avanzar(first, 'confirmado'), comando.avanzar(first, 'listo'));
    await carryOut(comando.avanzar(second, 'confirmado'), comando.avanzar(second, 'listo'));
    await until(() => stuck.taken().length === 4);
    await stuck.close();
    const mended = await startSink(t, port);
    await until(() => mended.taken().length === 2);
    const states = mended.taken().map(({ datos }) => datos.pedido.estado);
    assert.deepEqual(states, ['confirmado', 'listo']);

    mended.behaviour.answer = () => 0;
    await carryOut(comando.avanzar(second, 'entregado'));
    await until(() => mended.seen.some(({ status }) => status === 0));
    listener.kill('SIGINT');
    const { code, stderr } = await listener.result;
    assert.equal(code, 0);
    assert.match(stderr, /^1 event not delivered; the next run begins with them\.$/m);
  });

  test('events that a receiver did not take are sent next time', async (t) => {
    const sink = await startSink(t);
    sink.behaviour.answer = () => 503;
    const { start } = await install(t);
    const args = ['listen', '--forward-to', sink.url];
    const listener = start(args);
    await listener.said(/^Ready/m);
    await carryOut(comando.crear());
    await until(() => sink.seen.length > 0);
    listener.kill('SIGINT');
    const { code, stderr } = await listener.result;
    assert.equal(code, 0);
    assert.match(stderr, /^1 event not delivered; the next run begins with them\.$/m);
    sink.behaviour.answer = () => 204;
    start(args);
    await until(() => sink.taken().length === 1);
  });

  test('goes on through a restart of the service, each event once', async (t) => {
    const restartable = await startRestartable(t);
    const { token } = await restartable.makeLlave();
    const { start } = installIntegrator(t, { url: `${restartable.url}/api/`, token });
    const listener = start(['listen', '--json']);
    await listener.said(/^Ready/m);
    const sent = [await restartable.create()];
    await until(() => listener.lines().length === 1);
    await restartable.restart();
    sent.push(await restartable.create(), await restartable.create());
    await until(() => listener.lines().length === 3);
    assert.deepEqual(
      listener.lines().map((line) => (JSON.parse(line) as Evento).id),
      sent,
    );
  });

  test('--since takes a duration by the service’s clock, or an event; a position that is lost is reported', async (t) => {
    const { start, run } = await install(t);
    const [, anchor] = await service.command(comando.crear(), comando.crear());
    await carryOut(comando.crear(samplePedido({ instrucciones: '\x9b2J' })));
    const since = start(['listen', '--json', '--since', String(anchor?.evento_id)]);
    await until(() => since.lines().length >= 1);
    assert.match(since.out(), /"instrucciones":"\\u009b2J"/, 'a terminal would obey it');
    since.kill('SIGTERM');
    const all = start(['listen', '--json', '--since', '1h'], clockOff(30));
    await until(() => all.lines().some((line) => line === since.lines().at(-1)));
    const sequences = all.lines().map((line) => (JSON.parse(line) as Evento).secuencia);
    assert.deepEqual(
      sequences,
      sequences.map((_, i) => i + 1),
      'from the first event on',
    );
    // The service's clock has whole seconds: the second of the events has to be over.
    await wait(1_500);
    const none = start(['listen', '--json', '--since', '0s'], clockOff(-30));
    await none.said(/^Ready/m);
    assert.deepEqual(none.lines(), []);

    for (const alcances of [['stream.escuchar'], ['pedidos.leer']] as const) {
      const { start: startLost } = await install(t, { alcances });
      const lost = startLost(['listen', '--json', '--since', `evt_${'z'.repeat(26)}`]);
      await lost.said(/some events may be missing/);
      assert.match(lost.out(), /"reanudacion":"reiniciada"/);
    }
    const wrong = await run(['listen', '--since', 'yesterday']);
    assert.equal(wrong.code, 2);
  });

  test('a key that is wrong, revoked or without a scope ends it', async (t) => {
    const { start, run, llave } = await install(t);
    const wrong = await run(['listen'], { COMANDA_KEY: `svc_live_${'0'.repeat(32)}` });
    assert.deepEqual([wrong.code, wrong.stdout], [3, '']);
    assert.match(wrong.stderr, /^comanda: the key is wrong: check COMANDA_KEY.*llave_invalida/);
    const listener = start(['listen']);
    await listener.said(/^Ready/m);
    await service.revoke(llave.id);
    const { code, stderr } = await listener.result;
    assert.equal(code, 3);
    assert.match(stderr, /^comanda: the key was revoked/m);
    const { run: runScoped } = await install(t, { alcances: ['carta.leer'] });
    const scoped = await runScoped(['listen']);
    assert.equal(scoped.code, 3);
    assert.match(scoped.stderr, /the key lacks the scope pedidos\.leer/);
    const unreachable = await run(['listen'], {
      COMANDA_URL: `http://127.0.0.1:${await freePort()}`,
    });
    assert.equal(unreachable.code, 5);
    assert.match(unreachable.stderr, /^comanda: the service does not answer: connect ECONNREFUSED/);
  });
});

test('a page of the feed that a proxy repeats is reported, and its events are shown once', async (t) => {
  const evento = sampleEventOf('a1');
  const paginacion = { limite: 100, siguiente: evento.id, anterior: null, total_aprox: 1 };
  const page = JSON.stringify({ datos: [evento], paginacion });
  const refusal = JSON.stringify({ codigo: 'alcance_insuficiente', error: '«stream.escuchar»' });
  const url = await startSite(t, (request, response) => {
    if (request.url?.startsWith('/api/eventos')) response.end(page);
    else response.writeHead(403).end(refusal);
  });
  const { start } = installIntegrator(t, { url, token: 'svc_live_x' });
  const listener = start(['listen', '--json', '--since', 'evt_0']);
  await listener.said(/the same page of events came again.*; retrying in 5 s/);
  assert.equal(listener.lines().length, 1);
});

test('Ctrl-C ends it before a service that hangs has answered', async (t) => {
  const { promise: asked, resolve: hang } = Promise.withResolvers<void>();
  const url = await startSite(t, () => hang());
  const { start } = installIntegrator(t, { url, token: 'svc_live_x' });
  const listener = start(['listen']);
  await asked;
  listener.kill('SIGINT');
  assert.equal((await listener.result).signal, 'SIGINT');
});

test('a user without a home folder is told what to set', () => {
  // Only root can become another user.
  if (process.getuid?.() !== 0) return;
  const { HOME } = process.env;
  delete process.env['HOME'];
  // No user has this number, as in many containers.
  process.seteuid?.(54_321);
  try {
    assert.throws(() => openStateFile({}, []), /set XDG_STATE_HOME/);
  } finally {
    process.seteuid?.(0);
    if (HOME !== undefined) process.env['HOME'] = HOME;
  }
});

test('nothing that a service or a receiver says repaints the screen', () => {
  const repaint = '\x1b[2J\x9b2J\r\u202e';
  const evento = sampleEventOf(`a1${repaint}`);
  const { pedido } = evento.datos;
  pedido.numero += repaint;
  pedido.totales.moneda += repaint;
  Object.assign(evento, { tipo: evento.tipo + repaint });
  Object.assign(pedido, { estado: pedido.estado + repaint });
  const outcome = { status: 500, detail: repaint, retryAfter: null, durationMs: 1 };
  const attempted = { evento, intento: 1, retryMs: 1, isPause: false };
  const lines = [
    eventLine(evento),
    attemptLine({ ...attempted, outcome }),
    attemptLine({ ...attempted, outcome: { ...outcome, status: 200 } }),
  ];
  for (const line of lines) assert.doesNotMatch(line, /\p{C}/u);
});

test('an attempt ends: without an answer, in the middle of one, with a redirect', async (t) => {
  const site = await startSite(t, (request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: '/' }).end();
    if (request.url === '/half') response.writeHead(200).write('a');
    if (request.url === '/busy') response.writeHead(503, { 'retry-after': '7' }).end('later');
  });
  const attempt = (path: string, timeoutMs: number) =>
    makeSender({
      to: new URL(path, site),
      secreto: 'ab'.repeat(32),
      version: '1',
      clock: systemClock,
      timeoutMs,
    })({ id: 'evt_1', tipo: 'pedido.nuevo', intento: 1, body: Buffer.from('{}') });
  for (const path of ['/hang', '/half']) {
    const { status, detail } = await attempt(path, 100);
    assert.deepEqual([status, detail], [null, 'no answer within 0.1 s'], path);
  }
  assert.equal((await attempt('/redirect', 60_000)).status, 302);
  const { status, detail, retryAfter } = await attempt('/busy', 60_000);
  assert.deepEqual([status, detail, retryAfter], [503, 'later', 7]);
});

test('a receiver that is away for a minute is probed now and then, and gets each order’s events in order', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const away = { status: null, detail: 'connect ECONNREFUSED', retryAfter: null, durationMs: 0 };
  const sent: string[] = [];
  let [elapsedMs, attempts] = [0, 0];
  const { forward } = makeForwarder({
    send: async ({ id }) => {
      attempts += 1;
      if (elapsedMs < MINUTE_MS) return away;
      sent.push(id);
      return { ...away, status: 204 };
    },
    signal: new AbortController().signal,
    random: () => 1,
    onAttempt: () => undefined,
  });
  const ids = ['a1', 'b1', 'a2', 'c1', 'b2', 'a3'];
  const all = Promise.all(ids.map((id) => forward(toIncoming(sampleEventOf(id), '{}'))));
  let isOver = false;
  all.then(() => {
    isOver = true;
  });
  for (; !isOver; elapsedMs += STEP_MS) {
    t.mock.timers.tick(STEP_MS);
    await nextTurn();
    assert.ok(elapsedMs < 2 * MINUTE_MS, 'it came back a minute ago');
  }
  assert.deepEqual([...sent].sort(), [...ids].sort());
  for (const order of ['a', 'b', 'c']) {
    const own = (list: readonly string[]) => list.filter((id) => id.startsWith(order));
    assert.deepEqual(own(sent), own(ids));
  }
  // At first each order tries by itself; then one tries on behalf of all, at most every ten seconds.
  assert.ok(attempts - ids.length <= 20, `${attempts} attempts`);
});

test('the position never passes an event that has not arrived, and reading waits for room', async () => {
  const window = makeWindow('evt_0');
  const settle = Array.from({ length: 1_000 }, (_, i) => window.open(`evt_${i + 1}`, 1));
  const stop = new AbortController();
  let hasRoom = false;
  window.room(stop.signal).then(() => {
    hasRoom = true;
  });
  for (const each of settle.slice(1, 600)) each();
  window.pass('evt_later');
  assert.deepEqual([window.settled, window.size], ['evt_0', 401]);
  await null;
  await null;
  assert.ok(hasRoom, 'half of them are gone');
  settle[0]?.();
  assert.equal(window.settled, 'evt_600');
  for (const each of settle.slice(600)) each();
  assert.deepEqual([window.settled, window.size], ['evt_later', 0]);
  const big = window.open('evt_big', 64 * 1_024 * 1_024);
  assert.ok(window.isFull(), 'bytes count too');
  const stopped = window.room(stop.signal);
  stop.abort(new Error('stop'));
  await assert.rejects(stopped, /stop/);
  big();
});
