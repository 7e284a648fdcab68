import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Headers as UndiciHeaders } from 'undici';
import { build } from 'vite';
import {
  Comanda,
  ComandaError,
  NetworkError,
  ResetError,
  SignatureError,
  verifyWebhook,
} from '../../clients/typescript/src/index.ts';
import type { Evento } from '../../clients/typescript/src/types.ts';
import { clientTypes } from '../../scripts/client-types.ts';
import { pack } from '../../scripts/pack.ts';
import { openDoor } from '../http/api/door.ts';
import { startApi } from '../http/api/start-api.ts';
import { seedSampleRestaurant } from '../http/api/world.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { startSite } from '../support/machine/loopback.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import { comando } from '../support/samples.ts';
import { until } from '../support/until.ts';
import { signatureOf } from '../support/values/signature.ts';
import { sendEndless } from './endless.ts';
import { startResetStream, startRestartable } from './restartable.ts';

const run = promisify(execFile);
const CLIENT = fileURLToPath(new URL('../../clients/typescript/', import.meta.url));
const GZIPPED_BYTES_MAX = 10 * 1_024;

const { service, carryOut } = await startApi({ after });
const pedidoId = await seedSampleRestaurant(service);
const makeClient = async () => {
  const { token, llave } = await service.makeLlave();
  return { comanda: new Comanda({ url: service.publicUrl, key: token }), llave, token };
};

/** Follows events until the client has waited `times` times; gives the waits and the reports. */
const followFor = async (t: TestContext, url: string, times: number) => {
  t.mock.method(Math, 'random', () => 0.5);
  const waits: number[] = [];
  const said: string[] = [];
  const stop = new AbortController();
  const wait = async (ms: number) => {
    if (waits.push(ms) === times) stop.abort(new Error('enough'));
  };
  const comanda = new Comanda({ url, key: 'svc_live_none', wait });
  const onRetry = (error: unknown) => said.push((error as Error).message);
  const events = comanda.events({ after: 'evt_0', signal: stop.signal, onRetry });
  await assert.rejects(events.next(), /enough/);
  return { waits, said };
};

describe('the TypeScript client', () => {
  test('every reading operation', async () => {
    const { comanda } = await makeClient();
    await carryOut(...comando.crearVarios(120));
    const ids = new Set<string>();
    for await (const { id } of comanda.pedidos.all({ estado: ['pendiente', 'confirmado'] }))
      ids.add(id);
    const { paginacion } = await comanda.pedidos.list({ limite: 1 });
    assert.equal(ids.size, paginacion.total_aprox);
    const { numero, cliente, pago } = await comanda.pedidos.get(pedidoId);
    const same = { metodo_pago: pago.metodo, telefono: cliente.telefono, email: cliente.email };
    const { datos } = await comanda.pedidos.list({ numero, ...same });
    assert.deepEqual(
      datos.map(({ id }) => id),
      [pedidoId],
    );
    assert.equal((await comanda.pedidos.list({ ...same, factura: 'FA-0' })).datos.length, 0);
    assert.equal((await comanda.pedidos.get(pedidoId)).id, pedidoId);
    assert.equal((await comanda.pedidos.history(pedidoId)).eventos[0]?.accion, 'creado');
    assert.ok((await comanda.carta({ solo_disponibles: true })).categorias.length > 0);
    assert.ok((await comanda.zonas()).datos.length > 0);
    assert.equal((await comanda.restaurante()).slug, 'casa-pepa');
    assert.equal((await comanda.resumen({ periodo: '7d' })).periodo, '7d');
    const events = await Array.fromAsync(comanda.eventos.all({ eventos: ['pedido.nuevo'] }));
    assert.equal(events.length, paginacion.total_aprox);
    const file = await comanda.export('iva', { formato: 'csv' });
    assert.match((await file.text()).split('\r\n')[0] ?? '', /^factura_numero,/);
    assert.match(file.headers.get('x-posicion') ?? '', /^evt_/);
  });

  test('webhooks are made, seen and deleted', async () => {
    const { comanda } = await makeClient();
    const made = await comanda.webhooks.create({
      url: 'https://example.com/hook',
      eventos: ['pedido.nuevo'],
    });
    assert.equal(made.secreto_firma.length, 64);
    assert.ok((await comanda.webhooks.list()).datos.some(({ id }) => id === made.id));
    assert.deepEqual((await comanda.webhooks.deliveries(made.id)).datos, []);
    assert.deepEqual(await Array.fromAsync(comanda.webhooks.allDeliveries(made.id)), []);
    assert.deepEqual((await comanda.webhooks.resends(made.id)).datos, []);
    assert.equal((await comanda.webhooks.activate(made.id)).activo, true);
    const changed = await comanda.webhooks.update(made.id, { nombre: 'CRM' });
    assert.deepEqual([changed.nombre, changed.eventos], ['CRM', ['pedido.nuevo']]);
    const rotated = await comanda.webhooks.rotateSecret(made.id, { solape_horas: 1 });
    assert.notEqual(rotated.secreto_firma, made.secreto_firma);
    assert.equal((await comanda.webhooks.rotateSecret(made.id)).id, made.id);
    assert.equal((await comanda.webhooks.delete(made.id)).eliminado, true);
  });

  test('errors say what is wrong, and are not repeated', async () => {
    const { comanda, llave } = await makeClient();
    const failure = async (work: Promise<unknown>): Promise<ComandaError> => {
      const error = await work.then(
        () => null,
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof ComandaError);
      return error;
    };
    const bad = await failure(comanda.pedidos.list({ limite: 1_000 }));
    assert.deepEqual(
      [bad.status, bad.codigo, bad.validos],
      [400, 'parametro_invalido', ['1..100']],
    );
    assert.notEqual(bad.requestId, '');
    assert.equal((await failure(comanda.pedidos.get('ped_nadie'))).codigo, 'no_encontrado');
    await service.revoke(llave.id);
    await until(
      async () =>
        (await comanda.zonas().then(
          () => '',
          (e) => e.codigo,
        )) !== '',
    );
    assert.equal((await failure(comanda.zonas())).codigo, 'llave_revocada');
    await assert.rejects(comanda.events().next(), ComandaError);
    const stop = AbortSignal.abort(new Error('no longer wanted'));
    await assert.rejects((await makeClient()).comanda.zonas({ signal: stop }), /no longer wanted/);
  });

  test('waits when the limit is used up', async (t) => {
    const door = await openDoor(t);
    const key = await door.makeToken();
    const waits: number[] = [];
    const wait = async (ms: number) => {
      waits.push(ms);
      door.clock.advance(ms);
    };
    const comanda = new Comanda({ url: door.publicUrl, key, wait });
    for (let i = 0; i < 61; i += 1) await comanda.zonas();
    assert.equal(waits.length, 1);
    assert.ok((waits[0] ?? 0) >= 1_000);
    const hasty = new Comanda({ url: door.publicUrl, key, retries: 0 });
    const spend = async () => {
      for (let i = 0; i < 61; i += 1) await hasty.zonas();
    };
    await assert.rejects(spend, ComandaError);
  });

  test('a reading request is repeated when its answer breaks off, and no other', async (t) => {
    const asked = { GET: 0, POST: 0 };
    const url = await startSite(t, ({ method }, response) => {
      asked[method as 'GET' | 'POST'] += 1;
      // Some proxies end a broken answer as if it were whole.
      const cut = ['', '{"datos":[{"id":"ped_1"}', '{"datos":[]}'][asked.GET - 2];
      if (method === 'GET' && cut !== undefined) return response.end(cut);
      response.writeHead(200, { 'content-length': '12' }).write('{"datos"');
      return setImmediate(() => response.destroy());
    });
    const comanda = new Comanda({ url, key: 'svc_live_none', wait: async () => undefined });
    assert.deepEqual(await comanda.zonas(), { datos: [] });
    await assert.rejects(comanda.webhooks.create({ url: 'https://example.com/hook' }));
    assert.equal(asked.POST, 1);
  });

  test('a reading request is repeated when its answer stalls', async (t) => {
    let asked = 0;
    const url = await startSite(t, (_, response) => {
      asked += 1;
      response.write('{"datos":[');
      if (asked > 1) response.end(']}');
    });
    const wait = async () => undefined;
    const comanda = new Comanda({ url, key: 'svc_live_none', timeoutMs: 500, wait });
    assert.deepEqual(await comanda.zonas(), { datos: [] });
    assert.equal(asked, 2);
  });

  test('JSON that does not come from the service is refused', async (t) => {
    const bodies = ['{}', '[]', 'null', '"ok"', '{"status":"ok"}'];
    const url = await startSite(t, (_, response) => response.end(bodies.shift()));
    const comanda = new Comanda({ url, key: 'svc_live_none', wait: () => assert.fail('repeated') });
    for (const body of [...bodies]) {
      const message = `${url}/api/pedidos answered ${body}`;
      await assert.rejects(comanda.pedidos.all().next(), { message });
    }
  });

  test('an answer without an end is refused, and not asked for again', async (t) => {
    const url = await startSite(t, sendEndless);
    const comanda = new Comanda({ url, key: 'svc_live_none', wait: () => assert.fail('repeated') });
    const message = `${url}/api/zonas answered more than 256 MB`;
    await assert.rejects(comanda.zonas(), { message });
  });

  test('pages that go round in a circle end', async (t) => {
    const paginacion = { limite: 1, siguiente: 'x', anterior: null, total_aprox: 9 };
    const page = JSON.stringify({ datos: [{ id: 'ped_1' }], paginacion });
    const url = await startSite(t, (_, response) => response.end(page));
    const { pedidos, eventos, webhooks } = new Comanda({ url, key: 'svc_live_none' });
    for (const walk of [pedidos.all(), eventos.all(), webhooks.allDeliveries('wh_1')]) {
      assert.equal((await walk.next()).done, false);
      await assert.rejects(walk.next(), { message: 'the page after x is followed by itself' });
    }
  });

  test('a redirect is reported, and not followed without the key', async (t) => {
    const { token } = await makeClient();
    const to = `${service.publicUrl}/api/zonas`;
    const url = await startSite(t, (_, response) => {
      response.writeHead(301, { location: to }).end();
    });
    const moved = { name: 'ComandaError', status: 301, message: `HTTP 301, redirected to ${to}` };
    await assert.rejects(new Comanda({ url, key: token }).zonas(), moved);
  });

  test('a refused certificate is not retried', async (t) => {
    const { ports } = await startReceiver(t);
    for (const port of [ports.selfSigned, ports.expired]) {
      const client = new Comanda({
        url: `https://127.0.0.1:${port}`,
        key: 'svc_live_x',
        wait: () => assert.fail('repeated'),
      });
      await assert.rejects(client.zonas(), /its certificate is not trusted/);
      await assert.rejects(client.events().next(), /its certificate is not trusted/);
    }
  });

  test('a certificate that Deno refuses, which has no code for it, is not retried either', async () => {
    const message =
      'error sending request for url (https://127.0.0.1/): client error (Connect): invalid peer certificate: UnknownIssuer';
    const client = new Comanda({
      url: 'https://127.0.0.1',
      key: 'svc_live_x',
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error(message) })),
      wait: () => assert.fail('repeated'),
    });
    await assert.rejects(client.zonas(), /its certificate is not trusted/);
  });

  test('an address or a key with which no request can be made is refused at once', () => {
    for (const url of ['localhost:8080', '127.0.0.1:8080', 'comanda.example']) {
      assert.throws(() => new Comanda({ url, key: 'svc_live_x' }), TypeError);
    }
    const url = 'https://127.0.0.1';
    assert.throws(() => new Comanda({ url, key: 'svc_live_…' }), TypeError);
  });

  test('an option that is missing or no number is named at once', () => {
    const right = { url: 'https://127.0.0.1', key: 'svc_live_x' };
    const wrong: [object, RegExp][] = [
      [{ url: undefined }, /^url is missing$/],
      [{ url: ' ' }, /^url is missing$/],
      [{ key: undefined }, /^key is missing$/],
      [{ key: '' }, /^key is missing$/],
      [{ retries: Number.NaN }, /^retries must be 0 or more: NaN$/],
      [{ timeoutMs: Number.NaN }, /^timeoutMs must be between 1 and 2147483647: NaN$/],
      [{ timeoutMs: Number.POSITIVE_INFINITY }, /^timeoutMs must be .*: Infinity$/],
    ];
    for (const [options, message] of wrong) {
      assert.throws(() => new Comanda({ ...right, ...options }), { name: 'TypeError', message });
    }
  });

  test('an address and a key that were read from a file may end with a newline', async () => {
    const { token } = await service.makeLlave();
    const comanda = new Comanda({ url: `${service.publicUrl}/\n`, key: `${token}\n` });
    assert.equal((await comanda.restaurante()).slug, 'casa-pepa');
  });

  test('a workbook, which begins late, is waited for', async (t) => {
    const url = await startSite(t, (_, response) => void setTimeout(() => response.end('PK'), 100));
    const comanda = new Comanda({ url, key: 'svc_live_none', timeoutMs: 10, retries: 0 });
    await assert.rejects(comanda.export('iva', { formato: 'csv' }), /does not answer/);
    assert.equal(await (await comanda.export('iva', { formato: 'xlsx' })).text(), 'PK');
  });

  test('a date in Retry-After, as proxies send it, is respected', async (t) => {
    const url = await startSite(t, (_, response) => {
      response.writeHead(503, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }).end();
    });
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    const comanda = new Comanda({ url, key: 'svc_live_none', wait });
    await assert.rejects(comanda.zonas(), { status: 503, retryAfter: undefined });
    assert.equal(waits.length, 6);
    assert.ok(waits.every((ms) => ms >= 0));
  });

  test('live events go on through a restart, and tell when they cannot', async (t) => {
    const service = await startRestartable(t);
    const { url, create } = service;
    const stop = new AbortController();
    const { token: key } = await service.makeLlave();
    const comanda = new Comanda({ url: `${url}/api/`, key });
    const heard: string[] = [];
    const { signal } = stop;
    const listening = (async () => {
      for await (const { id } of comanda.events({ types: ['pedido.*'], signal })) heard.push(id);
    })();
    const sent: string[] = [];
    // The client does not report when it has begun to listen.
    await until(async () => {
      sent.push(await create());
      return heard.length > 0;
    });
    const first = sent.indexOf(heard[0] ?? '');
    await service.restart();
    sent.push(await create(), await create());
    await until(() => heard.at(-1) === sent.at(-1));
    assert.deepEqual(heard, sent.slice(first));
    stop.abort();
    await assert.rejects(listening);

    const lost = `evt_${'z'.repeat(26)}`;
    await assert.rejects(comanda.events({ after: lost }).next(), ResetError);
    let resets = 0;
    const onReset = () => {
      resets += 1;
    };
    const anew = comanda.events({ after: lost, onReset });
    const next = anew.next();
    await until(() => resets === 1);
    const id = await create();
    assert.equal(((await next).value as Evento).id, id);
    await anew.return(undefined);
  });

  test('a gap is reported once, although every ping names it', async (t) => {
    const comanda = new Comanda({ url: await startResetStream(t), key: 'svc_live_none' });
    let resets = 0;
    const onReset = () => {
      resets += 1;
    };
    const events = comanda.events({ after: 'evt_0', onReset });
    await events.next();
    await events.next();
    await events.return(undefined);
    assert.equal(resets, 1);
  });

  test('an answer that is no stream is reported, and retried less and less often', async (t) => {
    const url = await startSite(t, (_, response) => response.end('<html>Sign in</html>'));
    const { waits, said } = await followFor(t, url, 4);
    assert.deepEqual(said, Array(4).fill('the stream ended before its first message'));
    assert.deepEqual(waits, [250, 500, 1_000, 2_000]);
  });

  test('every connection that fails is reported, and a long Retry-After is respected', async (t) => {
    const url = await startSite(t, (_, response) => {
      response.writeHead(503, { 'retry-after': '120' }).end();
    });
    const { waits, said } = await followFor(t, url, 3);
    assert.deepEqual(said, Array(3).fill('HTTP 503'));
    assert.deepEqual(waits, [120_250, 120_500, 121_000]);
  });

  test('a retry time that is zero, endless or no number is ignored', async (t) => {
    const ping = 'event: conexion.ping\ndata: {"reanudacion":"continuada"}\n\n';
    const asked = ['0', '1000000000000', 'soon', '400000'];
    const url = await startSite(t, (_, response) =>
      response.end(`retry: ${asked.shift()}\n${ping}`),
    );
    const { waits } = await followFor(t, url, 4);
    assert.deepEqual(waits, [1_000, 1_000, 1_000, 200_000]);
  });

  test('a delivery is accepted only with its signature', () => {
    const secret = 'ab'.repeat(32);
    const body = JSON.stringify({ id: 'evt_1', tipo: 'pedido.nuevo' });
    const firma = signatureOf(body, secret);
    assert.equal(verifyWebhook(body, { 'X-Svc-Firma': firma }, secret).id, 'evt_1');
    for (const Each of [Headers, UndiciHeaders]) {
      const given = new Each({ 'x-svc-firma': firma });
      assert.equal(verifyWebhook(Buffer.from(body), given, secret).id, 'evt_1');
    }
    // During the rotation of the secret, either header and either secret has to work.
    const headers = {
      'x-svc-firma': '0'.repeat(64),
      'x-svc-firma-alterna': `${'1'.repeat(64)} ${firma}`,
    };
    assert.equal(verifyWebhook(body, headers, ['otro', secret]).id, 'evt_1');
    assert.throws(() => verifyWebhook(body, headers, ['otro', 'más']), SignatureError);
    assert.throws(() => verifyWebhook(body, headers, []), SignatureError);
    for (const [given, key] of [
      ['', secret],
      ['ñ'.repeat(64), secret],
      [firma.toUpperCase(), secret],
      [firma, 'otro'],
      [signatureOf(body, ''), ''],
    ] as const) {
      assert.throws(() => verifyWebhook(body, { 'x-svc-firma': given }, key), SignatureError);
    }
    const firmas = { 'x-svc-firma': firma };
    for (const [reason, given, from, key] of [
      ['mismatch', `${body} `, firmas, secret],
      ['mismatch', body, firmas, 'cd'.repeat(32)],
      ['body', JSON.parse(body), firmas, secret],
      ['header', body, {}, secret],
      ['header', body, { 'x-svc-firma': 'sha256=1' }, secret],
      ['secret', body, firmas, `whsec_${Buffer.from(secret, 'hex').toString('base64')}`],
    ] as const) {
      assert.throws(() => verifyWebhook(given, from, key), { name: 'SignatureError', reason });
    }
  });

  test('an error of the network says what happened and what to try', async () => {
    // A port that was free a moment ago, because browsers' rules forbid the low ones.
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const url = `http://127.0.0.1:${port}`;
    const refused = new Comanda({ url, key: 'svc_live_x', retries: 0 });
    await assert.rejects(refused.zonas(), (error) => {
      assert.ok(error instanceof NetworkError);
      assert.equal(error.code, 'ECONNREFUSED');
      assert.match(error.message, /^http:\/\/127\.0\.0\.1:\d+: .*; nothing listens there/);
      return true;
    });
  });
});

describe('the package', () => {
  test('its types are those of openapi.json', async () => {
    const file = join(CLIENT, 'src/types.ts');
    const fresh = join(makeFolder(), 'types.ts');
    const document = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
    writeFileSync(fresh, clientTypes(JSON.parse(document)));
    const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', import.meta.url));
    const config = fileURLToPath(new URL('../..', import.meta.url));
    await run(biome, [
      'format',
      '--write',
      '--vcs-enabled=false',
      `--config-path=${config}`,
      fresh,
    ]);
    assert.equal(readFileSync(fresh, 'utf8'), readFileSync(file, 'utf8'), 'run npm run openapi');
  });

  test('is small', async () => {
    const bundle = await build({
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        lib: { entry: join(CLIENT, 'src/index.ts'), formats: ['es'] },
        minify: true,
      },
    });
    const [output] = [bundle].flat();
    assert.ok(output !== undefined && 'output' in output);
    const bytes = gzipSync(output.output[0].code).length;
    assert.ok(bytes < GZIPPED_BYTES_MAX, `${bytes} bytes`);
  });

  test('has its types also for moduleResolution node10, which does not read exports', () => {
    const manifest = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'));
    const { types, exports } = manifest.publishConfig;
    assert.equal(types, exports['.'].require.types);
  });

  test('installs alone, and runs on the oldest Node', async () => {
    const folder = makeFolder();
    const archive = pack('clients/typescript', folder);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    await run('npm', ['install', '--silent', '--no-audit', '--offline', archive], { cwd: folder });
    const { token } = await service.makeLlave();
    const script = `import { Comanda } from '@comanda/client';
      const comanda = new Comanda({ url: process.argv[2], key: process.argv[3] });
      let count = 0;
      for await (const pedido of comanda.pedidos.all()) count += 1;
      console.log(process.version, count > 0);`;
    writeFileSync(join(folder, 'main.js'), script);
    const { stdout } = await run('node', ['main.js', service.publicUrl, token], { cwd: folder });
    assert.match(stdout, /true/);
  });
});
