import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { processIo } from '@comanda/command-line';
import { printWelcome } from '../../src/cli/commands/serve/welcome.ts';
import { loadConfig } from '../../src/config/config.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { collectOutput } from '../support/machine/collect-output.ts';
import { listen } from '../support/machine/loopback.ts';
import { createDatabase } from '../support/postgres/databases.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import { bearer } from '../support/service.ts';
import { until } from '../support/until.ts';
import { installComanda, ndjson, said } from './comanda.ts';

const FREE_PORTS = { PORT: '0', PRIVATE_PORT: '0' };

const serving = async (
  t: TestContext,
  env: Record<string, string> = {},
  args: readonly string[] = [],
) => {
  const comanda = installComanda(t);
  const running = comanda.start(['serve', '--no-demo', ...args], {
    env: { ...FREE_PORTS, ...env },
  });
  const output = collectOutput(running.child.stdout);
  const block =
    /^comanda \S+ is ready\.\n {2}Public +(\S+)\n {2}Docs +\S+\n {2}Private +(\S+)\n {2}Data +(.+)\n {2}Ingest key +(.+)\n/m;
  const [, publicUrl = '', privateUrl = '', data = '', key = ''] = await said(
    running,
    'stderr',
    block,
  );
  return { ...comanda, ...running, publicUrl, privateUrl, data, key, output };
};

const KEY = 'una-clave-de-ingesta-larga';
const NO_KEEP_ALIVE = { ...bearer(KEY), connection: 'close' };

describe('serve --workers', () => {
  it('serves one port from several processes, replaces them, and adds up their figures', async (t) => {
    const database = await createDatabase();
    t.after(() => database.drop());
    const env = { DATABASE_URL: database.url, INGEST_KEY: KEY, SECRETS_KEY: 's'.repeat(40) };
    const service = await serving(t, env, ['--workers', '2']);
    const { child, result, publicUrl, privateUrl, output } = service;
    let requests = 0;
    /** The processes that answer now, by the prefix of their request ids; every request has to be answered. */
    const answering = async (): Promise<Set<string>> => {
      const answer = async (): Promise<string> => {
        const { status, headers } = await fetch(`${publicUrl}/restaurante`, {
          headers: NO_KEEP_ALIVE,
        });
        assert.ok([401, 429].includes(status));
        requests += 1;
        return headers.get('x-request-id')?.split('-')[0] ?? '';
      };
      return new Set(await Promise.all(Array.from({ length: 12 }, answer)));
    };
    const untilTwoAnswer = async (without: ReadonlySet<string>): Promise<Set<string>> => {
      for (;;) {
        const names = await answering();
        if (names.size === 2 && names.isDisjointFrom(without)) return names;
        await wait(100);
      }
    };
    const first = await untilTwoAnswer(new Set());
    const readCount = async (): Promise<number> => {
      const metrics = new URL('/metrics', privateUrl);
      const text = await (await fetch(metrics, { headers: NO_KEEP_ALIVE })).text();
      const counted = [...text.matchAll(/^comanda_api_requests_total\{.*\} (\d+)$/gm)];
      return counted.reduce((total, [, n]) => total + Number(n), 0);
    };
    // The sum over both processes. A reading does not wait for a busy process, whose figures come with a later one.
    await until(async () => (await readCount()) === requests);
    const known = requests;
    const [pid] = /\d+(?=,"publicUrl")/.exec(output()) ?? [];
    const underWay = Promise.allSettled(Array.from({ length: 4 }, answering));
    process.kill(Number(pid), 'SIGKILL');
    // The kill may cut some requests off, but none may hang.
    await underWay;
    await until(() => output().includes('"msg":"a worker ended by itself"'));
    const afterDeath = await untilTwoAnswer(new Set());
    assert.notDeepEqual(afterDeath, first);
    // The figures that the dead process had reported still count.
    let survived = 0;
    await until(async () => {
      survived = await readCount();
      return survived > known;
    });
    child.kill('SIGHUP');
    await untilTwoAnswer(afterDeath);
    await until(() => output().includes('"msg":"all workers were replaced"'));
    // The figures of replaced processes still count.
    await until(async () => (await readCount()) > survived);
    child.kill('SIGTERM');
    const { code, stdout } = await result;
    assert.equal(code, 0);
    assert.match(stdout, /"killedBy":"SIGKILL","msg":"a worker ended by itself"/);
    assert.match(stdout, /"msg":"all workers were replaced"/);
  });

  it('needs PostgreSQL, a sensible number, and a database that answers', async (t) => {
    const { run, runProcess } = installComanda(t);
    const [sqlite, none, away] = await Promise.all([
      run(['serve', '--workers', '2'], { env: FREE_PORTS }),
      run(['serve', '--workers', '0'], { env: FREE_PORTS }),
      runProcess(['serve', '--workers', '2'], {
        env: { ...FREE_PORTS, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
      }),
    ]);
    assert.equal(sqlite.code, 2);
    assert.match(sqlite.stderr, /^comanda: --workers needs PostgreSQL: set DATABASE_URL/);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /--workers must be a whole number from 1 to 64, not "0"/);
    assert.equal(away.code, 1);
    assert.match(away.stderr, /^comanda: database "x" at 127.0.0.1:1 does not answer[^\n]+\n$/);
  });
});

/** Sends a request whose body never ends: the service waits for it when it stops. */
const hangingCommand = async (url: string, key: string): Promise<void> => {
  const hanging = request(url, { method: 'POST', headers: bearer(key) });
  hanging.on('error', () => {});
  hanging.write(ndjson(comando.guardarRestaurante()));
  const [response] = await once(hanging, 'response');
  response.on('error', () => {});
  await once(response, 'data');
};

/** The welcome of a start whose database does not answer. */
const welcomeWithoutDatabase = async (
  env: Record<string, string>,
  publicUrl: string,
): Promise<string> => {
  const config = loadConfig({ DATABASE_URL: 'postgres://x@127.0.0.1:1/x', ...env });
  const said: string[] = [];
  const io = { ...processIo({ term: undefined }), err: (line: string) => void said.push(line) };
  const randomBytes = makeRandomBytes();
  const context = { io, clock: systemClock, randomBytes, mintId: makeMintId(randomBytes) };
  const app = { publicUrl, privateUrl: 'http://127.0.0.1:8081' };
  await printWelcome(config, app, { ...context, actor: 'x', config: () => config });
  return said.join('\n');
};

describe('serve', () => {
  it('runs on when the database has no connection left to tell whether it is empty', async () => {
    assert.match(
      await welcomeWithoutDatabase({}, 'http://127.0.0.1:8080'),
      /^comanda \S+ is ready\.\n {2}Public .+\n(.+\n){3} {2}Ingest key .+$/,
    );
  });

  it('names an address to visit where it listens on every one, of IPv6 too', async () => {
    assert.match(
      await welcomeWithoutDatabase({ HOST: '::' }, 'http://[::]:8080'),
      / Public +http:\/\/localhost:8080\/api \(listening on http:\/\/\[::\]:8080\)\n +Docs +http:\/\/localhost:8080\/docs\n/,
    );
  });

  it('logs short lines on a terminal, where requests that go well push nothing away', async (t) => {
    const { startInTerminal } = installComanda(t);
    const running = startInTerminal(['serve', '--no-demo'], FREE_PORTS);
    const [, publicUrl = ''] = await said(running, 'stdout', /Public +(\S+)\/api\r/);
    assert.equal((await fetch(`${publicUrl}/docs`)).status, 200);
    // The line may come before the answer.
    const logged = said(running, 'stdout', /[^\n]*status=401[^\n]*/);
    assert.equal((await fetch(`${publicUrl}/api/pedidos`)).status, 401);
    const [line = ''] = await logged;
    assert.match(line, /\d\d:\d\d:\d\d.*info .*request.*method=GET/);
    assert.ok(line.includes('\x1b['));
    running.child.stdin.write('\x03');
    const { stdout } = await running.result;
    assert.doesNotMatch(stdout, /"level":|status=200/);
  });

  it('keeps its files from other users, and warns of a folder that they can read', async (t) => {
    const { dataDir, start } = installComanda(t);
    await mkdir(dataDir, { recursive: true });
    await chmod(dataDir, 0o755);
    const running = start(['serve', '--no-demo'], { env: { ...FREE_PORTS, LOG_LEVEL: 'warn' } });
    await said(running, 'stdout', /DATA_DIR is open to other users/);
    await said(running, 'stderr', /is ready/);
    const modes = await Promise.all(
      (await readdir(dataDir)).map(async (name) => [name, (await stat(join(dataDir, name))).mode]),
    );
    assert.ok(modes.length >= 3);
    for (const [name, mode] of modes) assert.equal(Number(mode) & 0o077, 0, String(name));
    running.child.kill('SIGTERM');
    await running.result;
  });

  it('says where everything is, works beside the other commands, and stops when asked', async (t) => {
    const { run, child, result, dataDir, publicUrl, privateUrl, data, key } = await serving(t);
    assert.equal(data, `SQLite in ${dataDir}`);
    assert.equal(key, `in ${join(dataDir, 'ingest.key')}`);
    const ingestKey = (await readFile(join(dataDir, 'ingest.key'), 'utf8')).trim();

    const pushed = await fetch(privateUrl, {
      method: 'POST',
      headers: bearer(ingestKey),
      body: ndjson(comando.guardarRestaurante()),
    });
    assert.match(await pushed.text(), /"ok":true/);
    const created = await run([
      ...['keys', 'create', '--json', '--restaurant', RESTAURANTE_ID],
      ...['--scopes', 'restaurante.leer'],
    ]);
    const { token } = JSON.parse(created.stdout);
    const profile = await fetch(`${publicUrl}/restaurante`, {
      headers: bearer(token),
    });
    assert.equal(profile.status, 200);
    assert.equal(((await profile.json()) as { id: string }).id, RESTAURANTE_ID);

    child.kill('SIGTERM');
    const { code, signal, stdout, stderr } = await result;
    assert.deepEqual([code, signal], [0, null]);
    assert.match(stderr, /^Stopping: /m);
    for (const line of stdout.trimEnd().split('\n')) JSON.parse(line);
  });

  it('takes the key it is given, and a signal that arrives twice at once for one, as under npm', async (t) => {
    const { child, result, dataDir, key } = await serving(t, { INGEST_KEY: 'a-key-of-our-own' });
    assert.equal(key, 'the value of INGEST_KEY');
    await assert.rejects(readFile(join(dataDir, 'ingest.key')), { code: 'ENOENT' });
    child.kill('SIGINT');
    child.kill('SIGTERM');
    assert.equal((await result).code, 0);
  });

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`exits at once on a second ${signal}`, async (t) => {
      const service = await serving(t, { INGEST_KEY: 'k' });
      await hangingCommand(service.privateUrl, 'k');
      service.child.kill('SIGTERM');
      await said(service, 'stderr', /^Stopping: /m);
      await wait(300);
      service.child.kill(signal);
      assert.equal((await service.result).code, code);
    });
  }

  it('says which port is in use, and what to set', async (t) => {
    const { run, runProcess } = installComanda(t);
    const taken = createServer();
    const { port } = new URL(await listen(taken));
    t.after(() => taken.close());
    const [publicSide, privateSide] = await Promise.all([
      runProcess(['serve'], { env: { ...FREE_PORTS, PORT: port } }),
      run(['serve'], { env: { ...FREE_PORTS, PRIVATE_PORT: port } }),
    ]);
    assert.equal(publicSide.code, 1);
    assert.equal(publicSide.stderr, `comanda: port ${port} is in use; set PORT\n`);
    assert.equal(privateSide.stderr, `comanda: port ${port} is in use; set PRIVATE_PORT\n`);
  });

  it('says in one line that the data folder cannot be used', async (t) => {
    const { run } = installComanda(t);
    const env = { ...FREE_PORTS, DATA_DIR: '/dev/null/data' };
    const [kept, given] = await Promise.all([
      run(['serve'], { env }),
      run(['serve'], { env: { ...env, INGEST_KEY: 'k' } }),
    ]);
    assert.equal(kept.code, 1);
    assert.match(kept.stderr, /^comanda: [^\n]+comanda\.db cannot be made: [^\n]+\n$/);
    assert.equal(given.code, 1);
    assert.match(given.stderr, /^comanda: [^\n]+\n$/);
  });
});
