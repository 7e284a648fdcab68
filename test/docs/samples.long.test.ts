import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as runner from 'node:test';
import { test } from 'node:test';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { startSite } from '../support/machine/loopback.ts';
import { comando, samplePedidoEntero } from '../support/samples.ts';
import { bearer, type Service, startService } from '../support/service.ts';
import { inEachLanguage, LANGUAGES, outputOf, runSample, sampleFiles } from './run-sample.ts';

/** More delivered orders than fit on a page, so that pagination is needed. */
const DELIVERED = 130;
const RECENT = ['2026-11-13T23:30:00.000Z', '2026-11-14T22:30:00.000Z'];

const imported = (i: number, extra: Partial<Pedido> = {}) =>
  comando.importar(
    samplePedidoEntero({
      id: `ped_muestra_${String(i).padStart(4, '0')}`,
      numero: `20260901-${i}`,
      creado_en: new Date(Date.UTC(2026, 8, 1) + i * 60_000).toISOString(),
      ...extra,
    }),
  );

const service: Service = await startService(runner);
await service.command(
  comando.guardarRestaurante(),
  comando.guardarCarta(),
  ...Array.from({ length: DELIVERED - RECENT.length }, (_, i) => imported(i)),
  ...RECENT.map((creado_en, i) => imported(8_000 + i, { creado_en })),
  imported(9_000, { creado_en: '2026-11-14T12:00:00.000Z', estado: 'cancelado' }),
);

/** A folder and a key for each run: samples must not share a rate limit. */
const prepare = async (url = service.publicUrl) => {
  const cwd = makeFolder();
  const alcances = ['pedidos.leer', 'carta.leer', 'restaurante.leer'] as const;
  const { token } = await service.makeLlave({ alcances: [...alcances] });
  return { cwd, env: { COMANDA_URL: url, COMANDA_KEY: token } };
};

/** The orders in an output whose lines are orders, or pages of orders. */
const ordersOf = (stdout: string): Pedido[] =>
  stdout.split('\n').flatMap((line) => {
    const value = JSON.parse(line) as Pedido | { datos: Pedido[] };
    return 'datos' in value ? value.datos : [value];
  });

inEachLanguage('profile', async (language) => {
  const prepared = await prepare();
  const stdout = outputOf(await runSample('profile', language, prepared));
  assert.match(stdout, /Casa Pepa/);
  assert.match(stdout, /Europe\/Madrid/);

  const env = { ...prepared.env, COMANDA_KEY: `svc_live_${'0'.repeat(32)}` };
  const refused = await runSample('profile', language, { ...prepared, env });
  assert.notEqual(refused.code, 0);
  assert.match(refused.stdout + refused.stderr, /llave_invalida/);
});

inEachLanguage('export-all', async (language) => {
  const stdout = outputOf(await runSample('export-all', language, await prepare()));
  const pedidos = ordersOf(stdout);
  assert.equal(pedidos.length, DELIVERED);
  assert.equal(new Set(pedidos.map(({ id }) => id)).size, DELIVERED);
  assert.ok(pedidos.every(({ estado }) => estado === 'entregado'));
});

inEachLanguage('export-new', async (language) => {
  const prepared = await prepare();
  const env = { ...prepared.env, DESDE: '2026-11-01', EXPORT_DIR: 'export' };
  const first = outputOf(await runSample('export-new', language, { ...prepared, env }));
  if (language === 'sh') {
    const recent = ordersOf(first).map(({ creado_en }) => creado_en);
    for (const creado of RECENT) assert.ok(recent.includes(creado));
    assert.ok(recent.every((creado) => creado >= '2026-11-01'));
    return;
  }
  const folder = join(prepared.cwd, 'export');
  const before = await readdir(folder);
  assert.ok(before.length > DELIVERED);
  const [created] = await service.command(comando.crear());
  outputOf(await runSample('export-new', language, { ...prepared, env }));
  const after = await readdir(folder);
  assert.deepEqual(
    after.filter((file) => !before.includes(file)),
    [`${created?.pedido_id}.json`],
  );
});

inEachLanguage('retry', async (language, t) => {
  const statuses: number[] = [];
  const busy = await startSite(t, async (request, response) => {
    const isFirst = statuses.length === 0;
    const answer = await fetch(service.publicUrl + request.url, {
      headers: { authorization: request.headers.authorization ?? '' },
    });
    statuses.push(isFirst ? 429 : answer.status);
    response.writeHead(isFirst ? 429 : answer.status, { 'Retry-After': '1' });
    response.end(isFirst ? '{"codigo":"limite_alcanzado","error":"…"}' : await answer.text());
  });
  const prepared = await prepare(busy);
  assert.match(outputOf(await runSample('retry', language, prepared)), /\d/);
  assert.deepEqual(statuses, [429, 200]);
});

inEachLanguage('etag', async (language) => {
  const prepared = await prepare();
  const menu = async () => JSON.parse(await readFile(join(prepared.cwd, 'carta.json'), 'utf8'));
  assert.equal(outputOf(await runSample('etag', language, prepared)), '200');
  const first = await menu();
  assert.equal(first.restaurante_slug, 'casa-pepa');
  assert.equal(outputOf(await runSample('etag', language, prepared)), '304');
  assert.deepEqual(await menu(), first);
});

test('samples of several languages run in one folder', async () => {
  const prepared = await prepare();
  const env = { ...prepared.env, DESDE: '2026-11-01', EXPORT_DIR: 'export' };
  for (const language of LANGUAGES) {
    assert.equal(outputOf(await runSample('etag', language, prepared)), '200');
    outputOf(await runSample('export-new', language, { ...prepared, env }));
  }
  for (const language of LANGUAGES) {
    assert.equal(outputOf(await runSample('etag', language, prepared)), '304');
    outputOf(await runSample('export-new', language, { ...prepared, env }));
  }
});

inEachLanguage('bulk-export', async (language, t) => {
  const asked: string[] = [];
  // Cuts the first answer in the middle of a line, like a broken connection. The second answer breaks off after its
  // first line but ends as if it were whole, as some proxies do.
  const cutting = await startSite(t, async (request, response) => {
    asked.push(request.url ?? '');
    const answer = await fetch(service.publicUrl + request.url, {
      headers: { authorization: request.headers.authorization ?? '' },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'X-Posicion': answer.headers.get('x-posicion') ?? '' });
    if (asked.length > 2) response.end(body);
    else if (asked.length === 2) response.end(body.subarray(0, body.indexOf('\n') + 1));
    else response.write(body.subarray(0, body.length * 0.6), () => response.destroy());
  });
  const prepared = await prepare(cutting);
  outputOf(await runSample('bulk-export', language, prepared));
  assert.match(asked.join(' '), /^\S+\/pedidos(?: \S+\?despues_de=ped_\S+){3}$/);

  const headers = bearer(prepared.env.COMANDA_KEY);
  const whole = await fetch(`${service.publicUrl}/api/exportacion/pedidos`, { headers });
  const file = await readFile(join(prepared.cwd, 'pedidos.ndjson'), 'utf8');
  assert.equal(file, await whole.text());
  const position = await readFile(join(prepared.cwd, 'position'), 'utf8');
  const feed = `${service.publicUrl}/api/eventos?despues_de=${position.trim()}`;
  assert.equal((await fetch(feed, { headers })).status, 200);
});

test('every sample is run, in every language', () => {
  const here = ['profile', 'export-all', 'export-new', 'bulk-export', 'retry', 'etag'];
  const elsewhere = ['local-day', 'stream', 'mirror'];
  const files = [...here, ...elsewhere].flatMap((name) =>
    LANGUAGES.map((language) => `${name}.${language}`),
  );
  // webhook-samples.long.test.ts runs the samples about webhooks.
  const ours = sampleFiles().filter((file) => !file.startsWith('webhook-'));
  assert.deepEqual(ours, [...files, 'stream.html'].sort());
});
