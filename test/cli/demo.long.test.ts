import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { PLACES } from '../../src/demo/places/places.ts';
import { CSRF_HEADER } from '../../src/http/panel/origin.ts';
import { comando } from '../support/samples.ts';
import { bearer } from '../support/service.ts';
import { installComanda, ndjson, type Running, said } from './comanda.ts';

const FREE_PORTS = { PORT: '0', PRIVATE_PORT: '0' };
const ROOT = join(import.meta.dirname, '..', '..');
/** Timeout for commands through npm, which take their time on a busy machine. */
const HANGS_MS = 600_000;
const shell = promisify(execFile);
const [{ perfil: AZAHAR }] = PLACES;

interface Page {
  datos: { id: string; estado: string }[];
  paginacion: { total_aprox: number };
}

/** The printed block, once it is whole. */
const blockOf = async (running: Running): Promise<string> => {
  const [block] = await said(
    running,
    'stdout',
    /^comanda \S+ is ready, with a demo:[\s\S]*^Ctrl-C .+$/m,
  );
  return block;
};

/** The commands of a block, each with its continuation lines. */
const commandsIn = (block: string): string[] =>
  (block.match(/^ {2}(?:curl|npm|DATA_DIR=|PUBLIC_URL=)(?:[^\n]*\\\n)*[^\n]*$/gm) ?? []).map(
    (text) => text.trim(),
  );

const run = async (command: string): Promise<string> => {
  const { stdout } = await shell('bash', ['-c', command], { cwd: ROOT, timeout: HANGS_MS });
  return stdout;
};

/** The output of a stream up to its first order. */
const listen = async (command: string): Promise<string> => {
  const curl = spawn('bash', ['-c', `exec ${command}`], { timeout: HANGS_MS });
  let heard = '';
  for await (const chunk of curl.stdout.setEncoding('utf8')) {
    heard += chunk;
    if (/^event: pedido\.\w+\n(?:\w+: .*\n)+\n/m.test(heard)) break;
  }
  curl.kill();
  return heard;
};

const stop = async ({ child, result }: Running) => {
  child.kill('SIGTERM');
  return result;
};

const read = async <T>(url: string, token: string): Promise<T> => {
  const response = await fetch(url, { headers: bearer(token) });
  return (await response.json()) as T;
};

const partsOf = (block: string) => ({
  base: /^ {2}Docs +(\S+)\/docs$/m.exec(block)?.[1] ?? '',
  token: /^ {2}Key +(svc_test_[0-9a-f]{32}) /m.exec(block)?.[1] ?? '',
});

const loginIn = (block: string) => {
  const [, email, clave] = /^ {2}Sign in +(\S+) {2}(\S+)$/m.exec(block) ?? [];
  return { email, clave };
};

/** Signs in with the request that the panel's own page sends. */
const signIn = async (base: string, block: string) => {
  const response = await fetch(`${base}/panel/api/sesion`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base, [CSRF_HEADER]: '1' },
    body: JSON.stringify(loginIn(block)),
  });
  const body = (await response.json()) as { sesion: { usuario: { operador: boolean } } };
  assert.equal(response.status, 200, JSON.stringify(body));
  return body;
};

describe('serve --demo', () => {
  it('shows a living restaurant, and goes on with it when started again', async (t) => {
    const comanda = installComanda(t);
    const first = comanda.start(['serve', '--demo'], { env: FREE_PORTS });
    const block = await blockOf(first);
    const { base, token } = partsOf(block);
    assert.ok(block.split('\n').length < 25, block);

    const [page = '', stream = '', webhook = ''] = commandsIn(block);
    const listening = listen(stream);
    const { datos, paginacion }: Page = JSON.parse(await run(page));
    assert.equal(datos.length, 2);
    assert.ok(paginacion.total_aprox > 3_000);
    const { secreto_firma, activo } = JSON.parse(await run(webhook));
    assert.match(secreto_firma, /^[0-9a-f]{64}$/);
    assert.equal(activo, true);
    assert.equal((await fetch(`${base}/docs`)).status, 200);
    const profile = await read<{ id: string }>(`${base}/api/restaurante`, token);
    assert.equal(profile.id, AZAHAR.id);
    const summary = await read<{ kpis: { ventas_cents: number } }>(
      `${base}/api/resumen?periodo=30d`,
      token,
    );
    assert.ok(summary.kpis.ventas_cents > 1_000_000);

    // The simulator creates an order within seconds.
    assert.match(await listening, /^data: \{"id":"evt_.*"pedido":\{"id":"ped_/m);
    const entered = await signIn(base, block);
    assert.equal(entered.sesion.usuario.operador, true);

    const ended = await stop(first);
    assert.deepEqual([ended.code, ended.signal], [0, null]);
    assert.match(ended.stderr, /^Preparing the demo/);

    const second = comanda.start(['serve', '--demo'], { env: FREE_PORTS });
    const again = await blockOf(second);
    assert.match(again, /It resumes where it stopped/);
    assert.equal(partsOf(again).token, token, 'the commands that somebody copied still work');
    assert.equal(loginIn(again).clave, loginIn(block).clave, 'and so does the password');
    await signIn(partsOf(again).base, again);
    const now = await read<Page>(`${partsOf(again).base}/api/pedidos?limite=1`, token);
    assert.ok(now.paginacion.total_aprox >= paginacion.total_aprox);
    assert.equal((await stop(second)).code, 0);
  });

  it('stops when asked while it is still preparing', async (t) => {
    const running = installComanda(t).start(['serve', '--demo'], { env: FREE_PORTS });
    await said(running, 'stderr', /^Preparing the demo/m);
    const { code, signal, stderr } = await stop(running);
    assert.deepEqual([code, signal], [0, null]);
    assert.match(stderr, /^Stopping: /m);
  });

  it('leaves a database with data alone, and says so', async (t) => {
    const { run: comandaRun, start } = installComanda(t);
    await comandaRun(['import', '-'], { input: ndjson(comando.guardarRestaurante()) });
    const running = start(['serve', '--demo'], { env: FREE_PORTS });
    await said(
      running,
      'stderr',
      /^This database has data already, so the demo leaves it alone\.$/m,
    );
    assert.equal((await stop(running)).code, 0);
    const { stdout } = await comandaRun(['restaurants', 'list', '--json']);
    assert.equal(stdout.trim().split('\n').length, 1);
    assert.doesNotMatch(stdout, /rest_demo/);
  });
});

describe('serve --no-demo', () => {
  const startEmpty = async (t: TestContext, args: string[], dataDir?: string) => {
    const comanda = installComanda(t);
    const env = { ...FREE_PORTS, ...(dataDir !== undefined && { DATA_DIR: dataDir }) };
    const running = comanda.start(args, { env });
    const [, base = '', text = ''] = await said(
      running,
      'stderr',
      /^ +Docs +(\S+)\/docs$[\s\S]*(^There is no restaurant yet\.[\s\S]*^docs\/commands.+$)/m,
    );
    return { ...comanda, running, base, text };
  };

  it('says what to do next, in commands that work, also when it overrides --demo', async (t) => {
    // As in `npm start -- --no-demo`: the last one counts.
    const { dataDir, running, text } = await startEmpty(t, ['serve', '--demo', '--no-demo']);
    const [push = '', key = '', user = ''] = commandsIn(text);
    const pushed = await run(push);
    assert.equal(pushed.match(/"ok":true/g)?.length, 4, pushed);
    assert.match(await run(`DATA_DIR=${dataDir} ${key}`), /svc_live_[0-9a-f]{32}/);
    assert.match(await run(`DATA_DIR=${dataDir} ${user}`), /^http.+\/panel\/alta#\S+\n$/);
    assert.ok((await readFile(join(dataDir, 'ingest.key'), 'utf8')).length > 0);
    const { code, stdout } = await stop(running);
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /demo/);
  });

  it('names the DATA_DIR that it was given, so that the commands work as they are', async (t) => {
    const given = "the owner's data";
    const { folder, running, base, text } = await startEmpty(t, ['serve', '--no-demo'], given);
    const [push = '', key = '', user = ''] = commandsIn(text);
    assert.match(await run(push), /"ok":true/);
    assert.match(await run(key), /svc_live_[0-9a-f]{32}/);
    const link = new URL(await run(user));
    assert.equal(`${link.origin}${link.pathname}`, `${base}/panel/alta`);
    assert.deepEqual(await readdir(folder), [given]);
    assert.equal((await stop(running)).code, 0);
  });

  it('is what npm start overrides with its own --demo', async () => {
    const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    assert.match(manifest.scripts.start, / serve --demo$/);
  });
});
