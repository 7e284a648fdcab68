import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { comando, samplePedido } from '../../support/samples.ts';
import { startService, WITH_KEY } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { COMMANDS_HEAD, converse, listenTo, openSocket, statusesIn } from '../../support/wire.ts';
import { listenPrivately } from './listen.ts';

const service = await startService({ after });

test('/health and /ready need no key', async () => {
  for (const path of ['/health', '/ready', '/ready?probe=1']) {
    const response = await fetch(service.privateUrl + path);
    assert.equal(response.status, 200, path);
    assert.deepEqual(await response.json(), { ok: true });
  }
});

describe('/ready', () => {
  test('is 503 while the database fails', async () => {
    const { url, close } = await listenPrivately({
      ping: () => Promise.reject(new Error('secret detail')),
    });
    const response = await fetch(`${url}/ready`);
    const text = await response.text();
    await close({ lingerMs: 0, drainMs: 0 });
    assert.equal(response.status, 503);
    assert.equal(JSON.parse(text).codigo, 'no_disponible');
    assert.ok(!text.includes('secret'));
  });

  test('says which nodes of a cluster do not answer, and is ready all the same', async () => {
    const { url, close } = await listenPrivately({ absentNodes: async () => ['10.0.0.2:5432'] });
    const response = await fetch(`${url}/ready`);
    await close({ lingerMs: 0, drainMs: 0 });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { ok: true, nodos_ausentes: ['10.0.0.2:5432'] });
  });

  test('is 503 when the database does not answer in time', async () => {
    const { url, close } = await listenPrivately({ ping: () => new Promise(() => undefined) });
    const response = await fetch(`${url}/ready`);
    await close({ lingerMs: 0, drainMs: 0 });
    assert.equal(response.status, 503);
  });
});

describe('/metrics', () => {
  const read = async () => {
    const response = await fetch(`${service.privateUrl}/metrics`, { headers: WITH_KEY });
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=/);
    return response.text();
  };

  test('counts commands by operation and result, commits and their size', async () => {
    await service.command(
      comando.guardarRestaurante(),
      comando.crear(samplePedido({ id: 'ped_1' })),
      comando.crear(samplePedido({ id: 'ped_1' })),
      'no es json',
    );
    await fetch(`${service.publicUrl}/api/restaurante?llave=svc_live_secreta`);
    const text = await read();
    for (const line of [
      'comanda_commands_total{op="restaurante.guardar",result="ok"} 1',
      'comanda_commands_total{op="pedido.crear",result="ok"} 1',
      'comanda_commands_total{op="pedido.crear",result="conflicto"} 1',
      'comanda_commands_total{op="desconocida",result="json_invalido"} 1',
      'comanda_commits_total{result="ok"} 1',
      'comanda_commits_total{result="failed"} 0',
      'comanda_commit_commands_sum 2',
      'comanda_commit_seconds_count 1',
      'comanda_commit_turn_seconds_count 1',
      'comanda_api_requests_total{route="/restaurante",status="401"} 1',
      'comanda_command_requests_open 0',
    ]) {
      assert.ok(text.includes(`${line}\n`), line);
    }
    assert.match(text, /^process_resident_memory_bytes \d+$/m);
    assert.match(text, /^nodejs_eventloop_lag_seconds /m);
    assert.ok(!text.includes('secreta'));
  });

  test('needs the key, and so does every path that does not exist', async () => {
    for (const path of ['/metrics', '/', '/commands', '/api/restaurante']) {
      assert.equal((await fetch(service.privateUrl + path)).status, 401, path);
    }
    const unknown = await fetch(`${service.privateUrl}/nada`, { headers: WITH_KEY });
    assert.equal(unknown.status, 404);
    assert.partialDeepStrictEqual(await unknown.json(), { ok: false, codigo: 'no_encontrado' });
  });
});

describe('a body without an end does not keep a connection open behind its answer', () => {
  for (const asked of [
    'GET /health',
    'GET /ready',
    'GET /metrics',
    'GET /commands',
    'POST /nada',
  ]) {
    test(asked, async () => {
      const socket = await openSocket(service.privateUrl);
      const heard = listenTo(socket);
      const key = WITH_KEY.authorization;
      socket
        .on('error', () => undefined)
        .write(
          `${asked} HTTP/1.1\r\nHost: comanda\r\nAuthorization: ${key}\r\nTransfer-Encoding: chunked\r\n\r\n`,
        );
      const sending = setInterval(() => socket.write('1\r\nx\r\n'), 20);
      await until(() => heard.isOver);
      clearInterval(sending);
      assert.match(heard.text, /^HTTP\/1\.1 (200|404) /);
    });
  }
});

test('nothing of the private door is reachable through the public one', async () => {
  for (const path of ['/commands', '/health', '/ready', '/metrics', '/api/commands']) {
    const response = await fetch(service.publicUrl + path, { headers: WITH_KEY });
    assert.ok([401, 404].includes(response.status), `${path} ${response.status}`);
  }
});

describe('an invalid request is refused with this listener’s own messages', () => {
  test('an address that cannot be decoded', async () => {
    const response = await fetch(`${service.privateUrl}/%zz`, { headers: WITH_KEY });
    assert.equal(response.status, 400);
    assert.partialDeepStrictEqual(await response.json(), {
      ok: false,
      codigo: 'parametro_invalido',
    });
  });

  test('an unexpected body, of whatever kind', async () => {
    for (const type of ['application/json', 'text/xml']) {
      const headers = { ...WITH_KEY, 'content-type': type };
      const asked = { method: 'POST', headers, body: '{' };
      const response = await fetch(`${service.privateUrl}/nada`, asked);
      assert.equal(response.status, 404, type);
      assert.partialDeepStrictEqual(await response.json(), { ok: false, codigo: 'no_encontrado' });
    }
  });

  test('no HTTP at all', async () => {
    const text = await converse(service.privateUrl, 'basura\r\n\r\n');
    assert.deepEqual(statusesIn(text), [400]);
    assert.match(text, /"codigo":"parametro_invalido"\}$/);
  });

  test('invalid chunks, with one answer that nothing interrupts', async () => {
    const text = await converse(service.privateUrl, `${COMMANDS_HEAD}basura\r\n`);
    assert.equal(statusesIn(text).length, 1);
  });
});
