import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as runner from 'node:test';
import { describe, type TestContext, test } from 'node:test';
import type { Pedido } from '../../src/contract/recursos/pedido.ts';
import { openDoor } from '../http/api/door.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { startSite } from '../support/machine/loopback.ts';
import { comando, RESTAURANTE_ID, samplePedidoEntero } from '../support/samples.ts';
import { inEachLanguage, isMissing, type Language, outputOf, runSample } from './run-sample.ts';

/** More than a page of a hundred and, at two a page, more pages than the limit of a minute allows. */
const ORDERS = 132;
const PAGES = ORDERS / 2;
const PAGES_A_MINUTE = 60;
/**
 * The page whose answer never arrives: the connection breaks, or the proxy answers clients that would retry with an
 * error.
 */
const CUT_PAGE = 64;

/** A day in Madrid, which spans two in UTC; some orders come before it, and some after it. */
const DAY = { fromMs: Date.UTC(2026, 10, 13, 23), toMs: Date.UTC(2026, 10, 14, 23) };

// Uses the test's clock, so that a minute of the rate limit passes at once.
const door = await openDoor(runner);
const { totales } = samplePedidoEntero();
const { iva_desglose, ...amounts } = totales;
const orders = Array.from({ length: ORDERS }, (_, i) =>
  samplePedidoEntero({
    id: `ped_muestra_${String(i).padStart(4, '0')}`,
    numero: `20261114-${i}`,
    creado_en: new Date(DAY.fromMs + (i - 5) * 12 * 60_000).toISOString(),
    ...(i === 60 && { estado: 'cancelado' as const }),
    // Fields come in the order in which they were sent.
    ...(i === 61 && { totales: { iva_desglose, ...amounts } }),
  }),
);
const sold = orders.filter(({ creado_en, estado }) => {
  const ms = Date.parse(creado_en);
  return ms >= DAY.fromMs && ms < DAY.toMs && estado !== 'cancelado';
});
const done = await door.store.log.commit(
  RESTAURANTE_ID,
  orders.map((each) => comando.importar(each)),
);
for (const { ok } of done) assert.ok(ok);

const prepare = async (url = door.publicUrl) => ({
  cwd: makeFolder(),
  env: {
    COMANDA_URL: url,
    COMANDA_KEY: await door.makeToken(),
    DESDE: '2026-11-01',
    EXPORT_DIR: '.',
  },
});

/** The orders that a sample fetched: from its files, or from the pages that it printed. */
const fetchedBy = async (language: Language, cwd: string, printed: string): Promise<string[]> => {
  if (language === 'sh') return ordersOn(printed).map(({ id }) => id);
  const files = await readdir(cwd);
  return files.filter((file) => file.startsWith('ped_')).map((file) => file.replace('.json', ''));
};

const ordersOn = (pages: string): Pedido[] =>
  pages
    .trim()
    .split('\n')
    .flatMap((page) => (JSON.parse(page) as { datos: Pedido[] }).datos);

const ask = (request: IncomingMessage, path = request.url): Promise<Response> =>
  fetch(door.publicUrl + path, {
    headers: { authorization: request.headers.authorization ?? '' },
  });

const pass = async (answer: Response, response: ServerResponse, headers = {}): Promise<void> => {
  const posicion = answer.headers.get('X-Posicion');
  response.writeHead(answer.status, { ...(posicion && { 'X-Posicion': posicion }), ...headers });
  response.end(Buffer.from(await answer.arrayBuffer()));
};

inEachLanguage('export-new', async (language, t) => {
  const answered: string[] = [];
  const refusedAfter: number[] = [];
  let isCut = false;
  const proxy = await startSite(t, async (request, response) => {
    if (answered.length === CUT_PAGE - 1 && !isCut) {
      isCut = true;
      if (language === 'sh') response.destroy();
      else response.writeHead(500).end();
      return;
    }
    const path = request.url?.replace('limite=100', 'limite=2') ?? '';
    const answer = await ask(request, path);
    if (answer.status === 429) {
      refusedAfter.push(answered.length);
      door.clock.advance(1_000 * Number(answer.headers.get('Retry-After')));
      await pass(answer, response, { 'Retry-After': '1' });
    } else {
      answered.push(path);
      await pass(answer, response);
    }
  });
  const prepared = await prepare(proxy);

  const died = await runSample('export-new', language, prepared);
  assert.notEqual(died.code, 0);
  assert.deepEqual(refusedAfter, [PAGES_A_MINUTE], 'it waits before the 61st page');
  assert.equal(answered.length, CUT_PAGE - 1);

  // The shell sample takes the start of the next run as a setting; the others have stored it.
  const later = { ...prepared, env: { ...prepared.env, DESDE: '2999-01-01' } };
  const rest = outputOf(await runSample('export-new', language, later));
  if (language !== 'sh') outputOf(await runSample('export-new', language, later));
  assert.equal(new Set(answered.slice(0, PAGES)).size, PAGES, 'no page is read twice');
  assert.match(answered[PAGES] ?? '', /^(?!.*cursor=).*[?&]desde=/, 'then it begins anew');
  const fetched = await fetchedBy(language, prepared.cwd, died.stdout + rest);
  assert.deepEqual(
    fetched.sort(),
    orders.map(({ id }) => id),
  );
});

inEachLanguage('local-day', async (language) => {
  const run = await runSample('local-day', language, await prepare());
  const stdout = outputOf(run);
  const cents = sold.length * totales.total_cents;
  if (language === 'sh') {
    assert.equal(ordersOn(stdout).length, sold.length);
    assert.equal(run.stderr, `${cents} cents\n`);
  } else {
    const lines = stdout.match(/^\d\d:\d\d entregado 3679$/gm) ?? [];
    assert.equal(lines.length, sold.length);
    assert.deepEqual([lines[0], lines.at(-1)], ['23:48 entregado 3679', '00:00 entregado 3679']);
    assert.equal(stdout.trim().split('\n').at(-1)?.replaceAll(/\D/g, ''), String(cents));
  }
});

describe('shell samples write no part of a refusal before the answer that follows', () => {
  const run = async (name: string, url: string) => {
    const prepared = await prepare(url);
    const stdout = outputOf(await runSample(name, 'sh', prepared));
    // The headers that curl left there name the request.
    const files = (await readdir(prepared.cwd)).filter((file) => file !== 'headers');
    const read = async (file: string) => [file, await readFile(join(prepared.cwd, file), 'utf8')];
    return { stdout, files: await Promise.all(files.sort().map(read)) };
  };
  const refuseFirst = (t: TestContext) => {
    const refused = new Set<string | undefined>();
    return startSite(t, async (request, response) => {
      if (refused.has(request.url)) return pass(await ask(request), response);
      refused.add(request.url);
      response.writeHead(429, { 'Retry-After': '1' });
      response.end('{"ok":false,"codigo":"limite_alcanzado","error":"…"}');
    });
  };
  for (const name of ['export-all', 'export-new', 'local-day', 'mirror', 'bulk-export', 'retry']) {
    test(name, async (t) => {
      if (isMissing('curl')) return t.diagnostic('not run: curl is not on this machine');
      const plain = await run(name, door.publicUrl);
      assert.deepEqual(await run(name, await refuseFirst(t)), plain);
    });
  }

  test('etag keeps the menu that it has', async (t) => {
    if (isMissing('curl')) return t.diagnostic('not run: curl is not on this machine');
    const prepared = await prepare();
    outputOf(await runSample('etag', 'sh', prepared));
    const menu = () => readFile(join(prepared.cwd, 'carta.json'), 'utf8');
    const before = await menu();
    const env = { ...prepared.env, COMANDA_URL: await refuseFirst(t) };
    const { code, stderr } = await runSample('etag', 'sh', { ...prepared, env });
    assert.notEqual(code, 0);
    assert.match(stderr, /429/);
    assert.equal(await menu(), before);
  });
});
