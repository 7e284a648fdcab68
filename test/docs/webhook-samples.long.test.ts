import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as runner from 'node:test';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import type { Prueba } from '../../src/contract/recursos/entrega.ts';
import { ITEMS_MAX, TEXT_CHARS_MAX } from '../../src/contract/scalars.ts';
import { makeClient } from '../http/api/client.ts';
import type { Creado } from '../http/api/webhooks/hooks.ts';
import { limitFiles } from '../support/machine/file-limit.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { freePort } from '../support/machine/loopback.ts';
import { startReceiver } from '../support/receiver/receiver.ts';
import {
  comando,
  NOW,
  RESTAURANTE_ID,
  sampleItems,
  samplePedido,
  sampleTotales,
} from '../support/samples.ts';
import { bearer, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { signatureOf } from '../support/values/signature.ts';
import { openSocket } from '../support/wire.ts';
import { fileOf, isMissing, NODE_20, sampleEnv, sampleFiles } from './run-sample.ts';

/** The limit that the guide names and the receivers enforce. */
const BODY_BYTES_MAX = 4 * 1_024 * 1_024;
/** The longest line of a command. */
const LINE_BYTES_MAX = 1_024 * 1_024;

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'guides', 'samples');
const run = promisify(execFile);

const service = await startService(runner, { env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } });
await service.command(comando.guardarRestaurante());
const { token } = await service.makeLlave({ alcances: ['webhook.recibir'] });
const env = { ...process.env, COMANDA_URL: service.publicUrl, COMANDA_KEY: token };
const api = makeClient(service.publicUrl);

const sample = (language: Parameters<typeof fileOf>[1]) => fileOf('webhook-receive', language);
const RECEIVERS: Record<string, { tool: string; args(port: number): string[] }> = {
  ts: { tool: process.execPath, args: () => [sample('ts')] },
  node20: { tool: NODE_20, args: () => [sample('node20')] },
  py: { tool: 'python3', args: () => [sample('py')] },
  php: { tool: 'php', args: (port) => ['-q', '-S', `127.0.0.1:${port}`, sample('php')] },
  cs: { tool: 'dotnet', args: () => ['run', sample('cs')] },
};

const register = async (url: string): Promise<Creado> => {
  const file = join(FOLDER, 'webhook-create.sh');
  const { stdout } = await run('sh', [file], { env: { ...env, WEBHOOK_URL: url } });
  return JSON.parse(stdout) as Creado;
};

/** The signal of `limitFiles` would kill PHP; a full disk sends none. */
const IGNORE_FULL_DISK = ['-c', 'trap "" XFSZ; exec "$0" "$@"'];

const start = async (t: TestContext, language: string, port: number, secreto: string) => {
  const cwd = makeFolder();
  const receiver = RECEIVERS[language];
  assert.ok(receiver);
  const command = [...IGNORE_FULL_DISK, receiver.tool, ...receiver.args(port)];
  const child: ChildProcess = spawn('sh', command, {
    cwd,
    env: sampleEnv({ PORT: String(port), SECRETO_FIRMA: secreto }),
    stdio: 'ignore',
  });
  assert.ok(child.pid !== undefined);
  t.after(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).catch(() => null);
    return answer?.status === 401;
  });
  const folder = join(cwd, 'recibidos');
  const received = async () =>
    (await readdir(folder).catch(() => []))
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name));
  return { received, pid: child.pid };
};

const repeat = (json: string, times: number): string => Array(times).fill(json).join(',');
/** Repeats the text as often as it fits into a command. */
const fill = (json: string): string =>
  repeat(json, Math.floor((LINE_BYTES_MAX - 1_024) / (Buffer.byteLength(json) + 1)));

describe('webhook-receive', () => {
  for (const language of Object.keys(RECEIVERS)) {
    test(`webhook-receive.${language}`, async (t) => {
      const missing = [RECEIVERS[language]?.tool ?? '', 'curl'].find(isMissing);
      if (missing !== undefined) {
        t.diagnostic(`not run: ${missing} is not on this machine`);
        return;
      }
      const port = await freePort();
      const url = `http://127.0.0.1:${port}/comanda`;
      const { id, secreto_firma } = await register(url);
      const { received, pid } = await start(t, language, port, secreto_firma);

      const { body } = await api<Prueba>(`/webhooks/${id}/prueba`, { method: 'POST', token });
      assert.partialDeepStrictEqual(body, { entregada: true, estado_http: 204, fallo: null });
      assert.deepEqual(await received(), [], 'an invented order is not stored');

      const hostile = [
        // A signature with more bytes than characters.
        { 'x-svc-firma': Buffer.from('ñ'.repeat(64)).toString('latin1') },
        { 'x-svc-firma': 'ñ'.repeat(64) },
        { 'x-svc-firma': 'z'.repeat(64) },
        { 'x-svc-firma': '' },
      ];
      for (const headers of hostile) {
        assert.equal((await fetch(url, { method: 'POST', headers, body: '{}' })).status, 401);
      }
      const cut = await openSocket(url);
      cut.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
      await once(cut.end(), 'finish');
      cut.destroy();

      const [created] = await service.command(comando.crear());
      await until(async () => (await received()).length === 1);
      const [file = ''] = await received();
      assert.ok(file.endsWith(`${created?.evento_id}.json`), 'it goes on after all that');
      const bytes = await readFile(file);
      const send = async (payload: Buffer, secreto: string) => {
        const firma = signatureOf(payload, secreto);
        const headers = { 'content-type': 'application/json', 'x-svc-firma': firma };
        return (await fetch(url, { method: 'POST', headers, body: new Uint8Array(payload) }))
          .status;
      };
      assert.equal(await send(bytes, secreto_firma), 204, 'a repeat is accepted');
      assert.equal(await send(bytes, 'f'.repeat(64)), 401, 'another secret is not');
      const again = Buffer.from(bytes.toString().replace(created?.evento_id ?? '', 'evt_otro'));
      assert.equal(await send(again, secreto_firma), 204);
      assert.equal((await received()).length, 2);
      const largest = Buffer.alloc(BODY_BYTES_MAX, ' ');
      largest.set(bytes);
      assert.equal(await send(largest, secreto_firma), 204, 'of any size that an event may have');

      await limitFiles(pid, 1);
      const late = Buffer.from(bytes.toString().replace(created?.evento_id ?? '', 'evt_tarde'));
      assert.notEqual(await send(late, secreto_firma).catch(() => 0), 204, 'the disk is full');
      await limitFiles(pid, 'unlimited');
      assert.equal(await send(late, secreto_firma), 204);
      const whole = (await received()).find((each) => each.endsWith('evt_tarde.json')) ?? '';
      assert.equal(await readFile(whole, 'utf8'), late.toString());
    });
  }
});

test('no event is larger than the guide says', async () => {
  // Minted fields and the notation of numbers make an order longer than its command was.
  const opcion = '{"grupo":"","nombre":"","cantidad":1e6,"precio_cents":1e12}';
  const escaped = String.raw`\u0001`.repeat(TEXT_CHARS_MAX);
  const { opciones: _, ...item } = sampleItems()[1] ?? assert.fail();
  const items = fill(
    `${JSON.stringify(item).slice(0, -1)},"opciones":[${repeat(opcion, ITEMS_MAX)}]}`,
  );
  const pagos = fill(
    `{"metodo":"a","importe_cents":1e12,"estado":"a","referencia_externa":"${escaped}","momento":"${NOW}"}`,
  );
  const pedido = JSON.stringify(
    samplePedido({
      cliente: { nombre: '§', telefono: '§', email: '§', consintio_marketing: true },
      direccion: { linea: '§', codigo_postal: '§', pais: 'ES', lat: 0, lng: 0 },
      mesa: { numero: '§', comensales: 1 },
      entrega: { repartidor_nombre: '§', zona_id: 'zon_a', zona_nombre: '§', tarifa_cents: 0 },
      fiscal: { factura_numero: '§', factura_fecha: NOW, factura_pdf: 'https://a.example' },
      pago: { metodo: 'a', estado: 'a', proveedor: '§', referencia_externa: '§', pagos: [] },
      instrucciones: '§',
    }),
  ).replaceAll('§', escaped);
  const at = `"restaurante_id":"${RESTAURANTE_ID}"`;
  const [created] = await service.command(`{"op":"pedido.crear",${at},"pedido":${pedido}}`);
  const on = `${at},"pedido_id":"${created?.pedido_id}"`;
  const totales = JSON.stringify(sampleTotales());
  const [, last] = await service.command(
    `{"op":"pedido.modificar_items",${on},"items":[${items}],"totales":${totales}}`,
    `{"op":"pedido.anotar",${on},"cambios":{"pago":{"pagos":[${pagos}]}}}`,
  );
  assert.ok(last?.evento_id);
  const { token: reader } = await service.makeLlave();
  const answer = await fetch(`${service.publicUrl}/api/pedidos/${created?.pedido_id}`, {
    headers: bearer(reader),
  });
  const { byteLength } = await answer.arrayBuffer();
  assert.ok(byteLength > 3 * LINE_BYTES_MAX && byteLength < BODY_BYTES_MAX, `${byteLength} bytes`);
});

test('a receiver without a secret does not start', async (t) => {
  for (const language of ['ts', 'py']) {
    const receiver = RECEIVERS[language];
    assert.ok(receiver);
    if (isMissing(receiver.tool)) continue;
    const child = spawn(receiver.tool, receiver.args(0), {
      cwd: makeFolder(),
      env: sampleEnv({ PORT: '0', SECRETO_FIRMA: '' }),
      stdio: 'ignore',
    });
    t.after(() => child.kill('SIGKILL'));
    const [code] = await once(child, 'exit');
    assert.notEqual(code, 0, language);
  }
});

test('the secret as the guide converts it suits the Standard Webhooks library', async () => {
  const receiver = await startReceiver(runner);
  const path = '/status/204?estandar';
  const { id, secreto_firma } = await register(`http://127.0.0.1:${receiver.ports.http}${path}`);
  await api(`/webhooks/${id}/prueba`, { method: 'POST', token });
  const [request] = await receiver.requests(path);
  assert.ok(request);
  const library = new Webhook(`whsec_${Buffer.from(secreto_firma, 'hex').toString('base64')}`);
  const body = Buffer.from(request.bodyBase64, 'base64');
  assert.partialDeepStrictEqual(library.verify(body, request.headers), { tipo: 'pedido.nuevo' });
});

test('every sample about webhooks is run', () => {
  const files = ['cs', 'ts', 'py', 'php'].map((language) => `webhook-receive.${language}`);
  assert.deepEqual(
    sampleFiles().filter((file) => file.startsWith('webhook-')),
    ['webhook-create.sh', ...files].sort(),
  );
});
