import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Schema from 'typebox/schema';
import { makeCommands } from '../../../clients/cli/src/commands.ts';
import { DELIVERED_TYPES } from '../../../clients/cli/src/delivery/event-types.ts';
import { sampleEvent } from '../../../clients/cli/src/delivery/sample.ts';
import { EXIT_CODES } from '../../../clients/cli/src/program.ts';
import { httpUrl } from '../../../clients/cli/src/readers.ts';
import {
  FIRST_CONTACT_RETRIES,
  makeWait,
  TOLD_FIRST_CONTACT_MS,
} from '../../../clients/cli/src/service.ts';
import { ESTADOS } from '../../../clients/cli/src/values.ts';
import { verifyWebhook } from '../../../clients/typescript/src/index.ts';
import { pack } from '../../../scripts/pack.ts';
import { INTEGRATOR_COMMANDS } from '../../../src/cli/integrator.ts';
import { exampleOf } from '../../../src/contract/fields.ts';
import { Evento, TIPOS_EVENTO } from '../../../src/contract/recursos/evento.ts';
import { Fiscal } from '../../../src/contract/recursos/partes.ts';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import { parseBody } from '../../../src/storage/port/body.ts';
import { installComanda } from '../../cli/comanda.ts';
import { startApi } from '../../http/api/start-api.ts';
import { seedSampleRestaurant } from '../../http/api/world.ts';
import { collectOutput } from '../../support/machine/collect-output.ts';
import { makeFolder } from '../../support/machine/folder.ts';
import { startSite } from '../../support/machine/loopback.ts';
import { AUTHORITY } from '../../support/receiver/certificates.ts';
import { startReceiver } from '../../support/receiver/receiver.ts';
import { comando, RESTAURANTE_ID, samplePedido } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { startLenientProxy } from '../lenient-proxy.ts';
import { readExport } from '../read-export.ts';
import { KINDS, makeTarget } from '../sync/world.ts';
import { cutEvery } from './cut-connection.ts';
import { clockOff, installIntegrator, MAIN, PACKAGE } from './integrator.ts';

const exec = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { service, carryOut } = await startApi({ after });
const pedidoId = await seedSampleRestaurant(service);

const COMMANDS = makeCommands({} as never);

const install = async (
  t: TestContext,
  over: { url?: string; alcances?: readonly ['carta.leer'] } = {},
) => {
  const { url = service.publicUrl, alcances } = over;
  const { token, llave } = await service.makeLlave(alcances && { alcances });
  return { ...installIntegrator(t, { url, token }), token, llave };
};

describe('the command', () => {
  test('its commands are those that a checkout lists beside the operator’s', () => {
    const named = COMMANDS.filter((command) => command.name() !== 'version');
    assert.deepEqual(
      named.map((command) => [command.name(), command.summary()]),
      [...INTEGRATOR_COMMANDS],
    );
  });

  test('its exit codes are in its README', () => {
    const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
    for (const [code, meaning] of EXIT_CODES)
      assert.ok(readme.includes(`| ${code} | ${meaning} |`));
  });

  test('help explains every command; mistakes are one line and name the way out', async (t) => {
    const { run } = await install(t);
    const help = await run(['--help'], { COMANDA_URL: '', COMANDA_KEY: '' });
    assert.equal(help.code, 0);
    for (const each of COMMANDS) assert.match(help.stdout, new RegExp(`^ {2}${each.name()}`, 'm'));
    const wrong: [string[], RegExp][] = [
      [['lisen'], /^comanda: unknown command 'lisen' \(Did you mean listen\?\)\n$/],
      [
        ['listen', '--forward-too', 'x'],
        /unknown option '--forward-too' \(Did you mean --forward-to\?\)/,
      ],
      [['listen', '--secret', 'x'], /--secret must be 64 hexadecimal characters/],
      [['listen', '--events', 'pedido.nuevos'], /--events must be one or more of pedido\.nuevo, /],
      [['trigger'], /required option '--forward-to <URL>' not specified/],
      [['export'], /missing required argument 'TABLE'/],
      [['export', 'iva', '--month', '2026-13'], /--month must be a month such as 2026-10/],
      [['export', 'iva', '-o'], /option '-o, --output <FILE>' argument missing/],
      ...['1.11.', '2026-02-30', '2026-11-31T00:00:00Z'].map((day): [string[], RegExp] => [
        ['export', 'iva', '--since', day],
        /--since must be a day such as 2026-11-01/,
      ]),
      ...['x.xls', 'x.csv.gz', 'x.json'].map((file): [string[], RegExp] => [
        ['export', 'iva', '-o', file],
        /names no format: use one of \.ndjson, \.csv, \.xlsx, \.parquet, or give --format\n$/,
      ]),
      [['completions', 'tcsh'], /SHELL must be one of bash, zsh, fish\n$/],
      [['sync', '--to', 'mysql://u:secreto@h/d'], /"mysql" is none of them\n$/],
      [['sync', '--to', 'postgres://u:s3#x@h/d'], /^comanda: --to is no valid address: [^@]*\n$/],
    ];
    for (const [args, line] of wrong) {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout, stderr.split('\n').length], [2, '', 2], stderr);
      assert.match(stderr, line);
    }
    for (const [env, line] of [
      [{ COMANDA_URL: '' }, /COMANDA_URL is not set/],
      [{ COMANDA_URL: 'comanda.example' }, /COMANDA_URL must be an https:/],
      [{ COMANDA_KEY: '' }, /COMANDA_KEY is not set/],
      [{ COMANDA_KEY: 'svc_live_ñ' }, /COMANDA_KEY is not an API key/],
    ] as const) {
      const { code, stderr } = await run(['listen'], env);
      assert.equal(code, 2);
      assert.match(stderr, line);
      assert.ok(!stderr.includes('svc_live_ñ'));
    }
  });

  test('completions, in a checkout of the operator’s commands too', async (t) => {
    const bin = fileURLToPath(new URL('../../../bin/comanda.mjs', import.meta.url));
    const full = await installComanda(t, bin).runOnFullDisk(['completions', 'bash']);
    assert.equal(full.code, 4);
    assert.match(full.stderr, /^comanda: standard output cannot be written: .*\n$/);
    const folder = makeFolder();
    const bash = join(folder, 'bash');
    writeFileSync(bash, (await exec(process.execPath, [bin, 'completions', 'bash'])).stdout);
    const complete = async (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const program = `source ${bash}; COMP_WORDS=(comanda ${line}); COMP_CWORD=${words.length}; _comanda; echo "\${COMPREPLY[*]}"`;
      return (await exec('bash', ['-c', program])).stdout.trim();
    };
    assert.equal(await complete('tri'), 'trigger');
    assert.equal(await complete('listen', '--f'), '--forward-to');
    assert.equal(await complete('listen', '--events', 'pedido.n'), 'pedido.nuevo');
    assert.match(await complete('listen', '--events', ''), / pedido\.\* \*$/, 'no files');
    assert.equal(await complete('export', 'p'), 'pedidos pagos');
    assert.equal(await complete('export', 'iva', '--format', 'c'), 'csv');
    assert.equal(await complete('export', '--format', '='), 'ndjson csv xlsx parquet');
    assert.equal(await complete('export', '--format', '=', 'c'), 'csv');
    assert.equal(await complete('export', 'iva', '-o', ''), '', 'files');
    assert.equal(await complete('keys', 'cr'), 'create');
    assert.equal(await complete('keys', 'create', '--l'), '--label');
    assert.equal(await complete('keys', 'create', '--label', 't'), 'test');
    const { run } = await install(t);
    const script = async (shell: string) => (await run(['completions', shell])).stdout;
    assert.match(await script('zsh'), /^#compdef comanda[\s\S]*'--forward-to=\[POST each/);
    const fish = await script('fish');
    assert.match(fish, /^complete -c comanda .* -l forward-to -r -d 'POST each/m);
    assert.match(fish, /seen_subcommand_from help' -a 'listen'/, 'no files');
  });
});

describe('trigger', () => {
  test('its events are as the contract has them, of every type', () => {
    const validator = Schema.Compile(Evento);
    assert.deepEqual(DELIVERED_TYPES, [...TIPOS_EVENTO]);
    for (const tipo of DELIVERED_TYPES) {
      const evento = sampleEvent(tipo, { nowMs: Date.UTC(2026, 10, 16), suffix: 'abc' });
      const [isValid, errors] = validator.Errors(evento);
      assert.ok(isValid, JSON.stringify(errors));
      assert.match(evento.datos.pedido.id, /^ped_prueba/);
    }
  });

  test('sends a signed event; the receiver’s answer decides the exit code', async (t) => {
    const secret = 'cd'.repeat(32);
    const bodies: { tipo: string; id: string }[] = [];
    const site = await startSite(t, async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      bodies.push(verifyWebhook(body, request.headers, secret));
      response.writeHead(bodies.length === 1 ? 204 : 500).end('no\n');
    });
    // The command needs neither the service nor a key.
    const { run } = installIntegrator(t, { url: '', token: '' });
    const args = [
      'trigger',
      'pedido.cancelado',
      '--forward-to',
      `${site}/hook`,
      '--secret',
      secret,
    ];
    const sent = await run([...args, '--json']);
    assert.equal(sent.code, 0, sent.stderr);
    const { id, entregada, estado_http } = JSON.parse(sent.stdout);
    assert.deepEqual([entregada, estado_http, bodies[0]?.id], [true, 204, id]);
    assert.equal(bodies[0]?.tipo, 'pedido.cancelado');
    const refused = await run(args);
    assert.equal(refused.code, 4);
    assert.match(refused.stderr, /^comanda: \S+ did not accept pedido\.cancelado: 500 no\n$/);
  });
});

test('a port alone means this machine', () => {
  for (const [given, meant] of [
    ['3000', 'http://localhost:3000/'],
    [':3000/hook', 'http://localhost:3000/hook'],
    ['localhost:3000/hook', 'http://localhost:3000/hook'],
    ['https://127.0.0.1:3000/a?b=1', 'https://127.0.0.1:3000/a?b=1'],
  ] as const) {
    assert.equal(httpUrl(given).href, meant);
  }
  assert.throws(() => httpUrl('70000'), /must be a URL/);
});

describe('export', async () => {
  // Texts that imitate the boundaries of rows: quotation marks, line breaks, a field of another row.
  const hostile = 'a "b", \r\n"pedido_id":"ped_no" ñ🧅';
  await carryOut(
    ...Array.from({ length: 150 }, (_, i) =>
      comando.crear(samplePedido({ instrucciones: `${i} ${hostile} ${'x'.repeat(4 * i)}` })),
    ),
  );
  const reference = async (path: string): Promise<Buffer> => {
    const { token } = await service.makeLlave();
    return readExport({ url: service.publicUrl, key: token }, path);
  };

  for (const [tabla, formato] of [
    ['pedidos', 'ndjson'],
    ['pedidos', 'csv'],
    ['items', 'csv'],
    ['iva', 'ndjson'],
  ]) {
    test(`${tabla} as ${formato}: through broken connections it is the file, byte by byte`, async (t) => {
      const expected = await reference(`${tabla}?formato=${formato}`);
      const { url, cuts } = await cutEvery(t, service.publicUrl, Math.ceil(expected.length / 3));
      const { run, folder } = await install(t, { url });
      const file = join(folder, `x.${formato}`);
      const { code, stdout, stderr } = await run(['export', `${tabla}`, '-o', file, '--json']);
      assert.equal(code, 0, stderr);
      assert.ok(cuts.count > 1, 'it was cut');
      assert.ok(readFileSync(file).equals(expected));
      const { bytes, posicion } = JSON.parse(stdout);
      assert.equal(bytes, expected.length);
      assert.match(posicion, /^evt_/);
      assert.ok(!existsSync(`${file}.part`) && !existsSync(`${file}.part.json`));
    });
  }

  for (const [tabla, formato] of [
    ['pedidos', 'ndjson'],
    ['items', 'csv'],
    ['iva', 'xlsx'],
    ['iva', 'parquet'],
  ]) {
    test(`${tabla} as ${formato}: a proxy that takes a broken answer for a whole one changes nothing`, async (t) => {
      const expected = await reference(`${tabla}?formato=${formato}`);
      const third = Math.ceil(expected.length / 3);
      // Breaks within a row, and between two of them.
      const breaks = [third, expected.indexOf('\n', third / 2) + 1];
      // Also before the first row. Not for formats that begin the file anew each time: that would take as long again.
      if (formato === 'ndjson' || formato === 'csv') breaks.unshift(0, third, 0);
      const { run, folder } = await install(t, {
        url: await startLenientProxy(t, service.publicUrl, breaks),
      });
      const file = join(folder, `x.${formato}`);
      const { code, stderr } = await run(['export', `${tabla}`, '-o', file]);
      assert.equal(code, 0, stderr);
      assert.deepEqual(breaks, []);
      const written = readFileSync(file);
      if (formato === 'xlsx') assert.equal(written.length, expected.length);
      else assert.ok(written.equals(expected));
    });
  }

  test('a month is of the restaurant’s calendar, by the date that is asked for', async (t) => {
    const { run, folder } = await install(t);
    const fiscal = exampleOf(Fiscal);
    const factura_fecha = '2026-10-31T23:00:00.000Z';
    await carryOut(comando.crear(samplePedido({ fiscal: { ...fiscal, factura_fecha } })));
    const file = join(folder, 'iva.csv');
    const month = ['export', 'iva', '--month', '2026-11', '-o', file];
    const november = 'desde=2026-11-01&hasta=2026-12-01';
    for (const [given, query] of [
      [['--by', 'factura'], 'fecha=factura'],
      [['--changed-since', '2020-01-01'], 'fecha=creacion'],
    ] as const) {
      const { code, stderr } = await run([...month, ...given]);
      assert.equal(code, 0, stderr);
      const expected = (await reference(`iva?formato=csv&${query}&${november}`)).toString();
      assert.equal(readFileSync(file, 'utf8'), expected);
      assert.ok(expected.split('\r\n').length > 2);
    }
    const both = await run([...month, '--since', '2026-11-03']);
    assert.deepEqual([both.code, /--month, or --since/.test(both.stderr)], [2, true]);
  });

  test('a command that was killed goes on with what it has', async (t) => {
    const { url, cuts } = await cutEvery(t, service.publicUrl, 60_000);
    const { run, start, folder } = await install(t, { url });
    const args = ['export', 'items', '-o', join(folder, 'x.ndjson')];
    const first = start(args);
    await until(() => existsSync(`${args[3]}.part.json`));
    first.kill('SIGKILL');
    await first.result;
    assert.ok(!existsSync(`${args[3]}`), 'half a file has not its name');
    // A crash may leave bytes behind the last known good position.
    writeFileSync(`${args[3]}.part`, 'torn', { flag: 'a' });
    cuts.isOn = false;
    const second = await run(args);
    assert.equal(second.code, 0, second.stderr);
    assert.match(second.stderr, /^Resuming after the \d+ orders that are there already\.$/m);
    assert.ok(readFileSync(`${args[3]}`).equals(await reference('items?formato=ndjson')));
  });

  test('a broken xlsx begins anew in a file, and ends a pipe', async (t) => {
    const { url, cuts } = await cutEvery(t, service.publicUrl, 5_000);
    const { run, runProcess, start, folder } = await install(t, { url });
    const piped = await runProcess(['export', 'pedidos', '--format', 'xlsx']);
    assert.equal(piped.code, 5);
    assert.match(piped.stderr, /an interrupted xlsx cannot be resumed: give -o FILE, or use csv/);
    const file = join(folder, 'x.xlsx');
    const filed = start(['export', 'pedidos', '-o', file]);
    await filed.said(/starting over, because xlsx cannot be resumed/);
    cuts.isOn = false;
    assert.equal((await filed.result).code, 0);
    assert.equal(readFileSync(file).subarray(0, 2).toString(), 'PK');
    const parquet = join(folder, 'x.parquet');
    assert.equal((await run(['export', 'iva', '-o', parquet, '--since', '1d'])).code, 0);
    const backwards = ['--since', '2026-11-02', '--until', '2026-11-01'];
    const refused = await run(['export', 'iva', ...backwards, '-o', parquet]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /--until must be later than --since/);
    assert.equal(readFileSync(parquet).subarray(-4).toString(), 'PAR1');
  });

  test('standard output gets the rows alone; filters reach the service', async (t) => {
    const { runProcess: run, folder } = await install(t);
    const { code, stdout } = await run(['export', 'pedidos', '--format', 'csv']);
    assert.equal(code, 0);
    assert.equal(stdout, (await reference('pedidos?formato=csv')).toString());
    for (const args of [
      ['export', 'iva', '-o', 'iva.csv'],
      ['sync', '--once', '--to', 'sqlite:espejo.db'],
      ['sync', '--once', '--to', 'duckdb:espejo.duckdb'],
    ]) {
      assert.equal((await run(args)).code, 0);
    }
    for (const name of readdirSync(folder)) {
      const isOpen = (statSync(join(folder, name)).mode & 0o077) !== 0;
      assert.ok(!isOpen, `${name}: only its owner may read customers' data`);
    }
    const none = await run(['export', 'pedidos', '--until', '2020-01-01', '--json']);
    assert.deepEqual([none.code, none.stdout], [0, '']);
    const states = await run(['export', 'pedidos', '--state', 'cancelado', '--type', 'mesa']);
    assert.deepEqual([states.code, states.stdout], [0, '']);
    const cripto = await run(['export', 'pedidos', '--payment-method', 'cripto']);
    assert.deepEqual([cripto.code, cripto.stdout], [0, '']);
    const stored = await service.store.pedidos.get(RESTAURANTE_ID, pedidoId);
    assert.ok(stored !== null);
    const { numero, cliente, pago } = parseBody<Pedido>(stored.body);
    const one = await reference(`pedidos?numero=${numero}`);
    const mine = ['--number', numero, '--phone', cliente.telefono, '--email', cliente.email];
    const found = await run(['export', 'pedidos', ...mine, '--payment-method', pago.metodo]);
    assert.deepEqual([found.code, found.stdout], [0, one.toString()]);
    const invoice = await run(['export', 'pedidos', ...mine, '--invoice', 'FA-0']);
    assert.deepEqual([invoice.code, invoice.stdout], [0, '']);
  });

  test('a duration counts back from the service’s clock, not the local one', async (t) => {
    const { runProcess } = await install(t);
    const asked = ['export', 'pedidos', '--format', 'csv', '--since', '3650d'];
    const { code, stdout } = await runProcess(asked, clockOff(30));
    assert.equal(code, 0);
    assert.equal(stdout, (await reference('pedidos?formato=csv')).toString());
  });

  test('a key that is refused and a file that cannot be written have their own exit codes', async (t) => {
    const { run, runOnFullDisk, folder, llave } = await install(t);
    const file = join(folder, 'x.csv');
    const gone = await run(['export', 'iva', '-o', join(folder, 'no', 'x.csv')]);
    assert.equal(gone.code, 4);
    assert.match(gone.stderr, /x\.csv cannot be written: ENOENT/);
    mkdirSync(file);
    assert.equal((await run(['export', 'iva', '-o', file])).code, 4);
    const full = await runOnFullDisk(['export', 'pedidos']);
    const line = 'comanda: standard output cannot be written: no space left on device\n';
    assert.deepEqual(full, { code: 4, stderr: line });
    await service.revoke(llave.id);
    // The service may accept the revoked key a moment longer.
    const exportAgain = () => run(['export', 'iva', '-o', join(folder, 'y.csv')]);
    await until(async () => (await exportAgain()).code !== 0);
    const revoked = await exportAgain();
    assert.equal(revoked.code, 3);
    assert.match(revoked.stderr, /the key was revoked/);
    const { run: runScoped } = await install(t, { alcances: ['carta.leer'] });
    const scoped = await runScoped(['export', 'iva', '-o', join(folder, 'y.csv')]);
    assert.equal(scoped.code, 3);
    assert.match(scoped.stderr, /the key lacks the scope pedidos\.leer/);
  });

  test('an address that redirects is reported', async (t) => {
    const url = await startSite(t, (request, response) => {
      response.writeHead(301, { location: `https://comanda.example${request.url}` }).end();
    });
    const { run } = await install(t, { url });
    const { code, stderr } = await run(['export', 'iva']);
    assert.equal(code, 1);
    const line =
      /^comanda: COMANDA_URL is not the URL of the service: HTTP 301, redirected to https:.*\n$/;
    assert.match(stderr, line);
  });

  test('an address of another site is reported', async (t) => {
    let body = '<!doctype html>';
    const url = await startSite(t, (_, response) => response.end(body));
    const { run, folder } = await install(t, { url });
    const overTls = await run(['listen'], { COMANDA_URL: url.replace('http:', 'https:') });
    assert.equal(overTls.code, 5);
    assert.match(
      overTls.stderr,
      /^comanda: the service does not answer: it does not use TLS; .*\n$/,
    );
    for (body of [body, '{}', '[]', 'null']) {
      for (const args of [
        ['export', 'iva'],
        ['export', 'iva', '--format', 'xlsx'],
        ['listen'],
        ['sync', '--to', `sqlite:${join(folder, 'x.db')}`],
      ]) {
        const { code, stderr } = await run(args);
        assert.equal(code, 1);
        assert.match(stderr, /^comanda: COMANDA_URL is not the URL of the service: .*\n$/);
        assert.ok(stderr.includes(body.slice(0, 9)), stderr);
      }
    }
    const empty = await startSite(t, (_, response) => response.writeHead(404).end('Not found'));
    const none = await run(['export', 'iva'], { COMANDA_URL: empty });
    const line = 'comanda: COMANDA_URL is not the URL of the service: HTTP 404\n';
    assert.deepEqual([none.code, none.stderr], [1, line]);
  });

  test('an address where nobody answers is reported before any wait', async (t) => {
    let requests = 0;
    const url = await startSite(t, ({ socket }) => {
      requests += 1;
      socket.destroy();
    });
    const { run, folder } = await install(t, { url });
    const file = join(folder, 'x.db');
    writeFileSync(file, '');
    for (const args of [
      ['export', 'iva', '--format', 'xlsx'],
      ['sync', '--once', '--to', `sqlite:${file}`],
      ['sync', '--verify', '--to', `sqlite:${file}`],
    ]) {
      requests = 0;
      const { code, stderr } = await run(args);
      assert.deepEqual([code, requests], [5, 1 + FIRST_CONTACT_RETRIES]);
      assert.match(stderr, /^comanda: the service does not answer: .*\n$/);
    }
  });

  test('a wait for a busy service is reported', async (t) => {
    const answers = [404, 503, 401];
    const url = await startSite(t, (_, response) =>
      response.writeHead(answers.shift() ?? 500, { 'retry-after': '2' }).end(),
    );
    const { run } = await install(t, { url });
    const { code, stderr } = await run(['export', 'iva']);
    assert.equal(code, 3);
    assert.match(
      stderr,
      /^the service is busy or away; retrying in [\d.]+ s\ncomanda: the key .*\n$/,
    );
  });

  test('short waits are reported once they add up', async () => {
    const told: number[] = [];
    const wait = makeWait((ms) => told.push(ms));
    const isOver = AbortSignal.abort();
    for (const ms of [900, 800, 700, 1_500, 600]) await wait(ms, isOver).catch(() => undefined);
    assert.deepEqual(told, [700, 600]);
  });

  test('a first contact that takes long is reported', async (t) => {
    const url = await startSite(t, async (_, response) => {
      await wait(TOLD_FIRST_CONTACT_MS + 1_000);
      response.writeHead(401).end();
    });
    const { run } = await install(t, { url });
    const { stderr } = await run(['export', 'iva']);
    assert.match(stderr, /^the service has not answered yet; still trying\ncomanda: the key .*\n$/);
  });

  test('an error in the words of the service does not repaint the screen', async (t) => {
    const body = JSON.stringify({ ok: false, codigo: 'x\x1b[2J', error: 'no\x1b]0;x\x07\n\x9b2J' });
    const url = await startSite(t, (_, response) => response.writeHead(400).end(body));
    const { run } = await install(t, { url });
    const { code, stderr } = await run(['export', 'iva']);
    assert.equal(code, 1);
    assert.match(stderr, /^comanda: the service answered 400: no\P{C}*\n$/u);
  });

  test('a refused certificate is reported at once', async (t) => {
    const { run } = await install(t);
    const { ports } = await startReceiver(t);
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, readFileSync(AUTHORITY, 'utf8')]);
    t.after(() => setDefaultCACertificates(trusted));
    for (const [port, why] of [
      [ports.expired, 'certificate has expired'],
      [ports.other, "Hostname/IP does not match certificate's altnames"],
      [ports.selfSigned, 'self-signed certificate'],
    ] as const) {
      const more = { COMANDA_URL: `https://127.0.0.1:${port}` };
      for (const args of [['export', 'iva'], ['listen']]) {
        const { code, stderr } = await run(args, more);
        assert.equal(code, 1);
        const line = `comanda: the certificate of the service is not trusted: ${why}`;
        assert.equal(stderr.slice(0, line.length), line);
      }
    }
  });
});

interface Client {
  connect(transport: unknown): Promise<void>;
  close(): Promise<void>;
  getInstructions(): string;
  listTools(): Promise<{ tools: { name: string; inputSchema: object; annotations: object }[] }>;
  callTool(call: { name: string; arguments?: object }): Promise<{
    isError?: boolean;
    content: { text: string }[];
    structuredContent: Record<string, unknown>;
  }>;
}

const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

/** A conversation with the server that calls one tool; the answer has the id 2. */
const mcpInput = (tool: string): string =>
  [
    { id: 1, method: 'initialize', params: INITIALIZE },
    { id: 2, method: 'tools/call', params: { name: tool, arguments: {} } },
  ]
    .map((line) => `${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`)
    .join('');

/** More than the SDK takes without a line break. */
const MESSAGE_CHARS = 12 * 1_024 * 1_024;

describe('mcp', () => {
  /** A client of the official SDK, loaded from the command's dependencies. */
  const connect = async (t: TestContext, env: Record<string, string>): Promise<Client> => {
    const sdk = (path: string) => import(import.meta.resolve(`@modelcontextprotocol/sdk/${path}`));
    const [{ Client }, { StdioClientTransport }] = await Promise.all([
      sdk('client/index.js'),
      sdk('client/stdio.js'),
    ]);
    const client: Client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [MAIN, 'mcp'], env }),
    );
    t.after(() => client.close());
    return client;
  };

  test('an assistant finds tools that only read, and gets answers', async (t) => {
    const { env, token } = await install(t);
    const client = await connect(t, env);
    const { tools } = await client.listTools();
    for (const { inputSchema, annotations } of tools) {
      assert.equal((annotations as { readOnlyHint: boolean }).readOnlyHint, true);
      assert.partialDeepStrictEqual(inputSchema, { type: 'object', additionalProperties: false });
    }
    const call = async (name: string, args: object = {}) => {
      const { isError, structuredContent, content } = await client.callTool({
        name,
        arguments: args,
      });
      assert.ok(!isError, content[0]?.text ?? '');
      assert.deepEqual(JSON.parse(content[0]?.text ?? ''), structuredContent);
      return structuredContent;
    };
    // "What sold best last week": every product, as the summary has the first ten.
    const today = new Date().toISOString().slice(0, 10);
    const week = { desde: '2026-01-01', hasta: '2026-12-31' };
    for (const period of [{ periodo: '7d' }, today < week.hasta ? week : { periodo: '30d' }]) {
      const { productos } = await call('product_sales', period);
      const { top_productos } = await call('sales_summary', period);
      const figures = (productos as { pedidos: number }[]).map(({ pedidos: _, ...rest }) => rest);
      assert.ok(figures.length > 0);
      assert.deepEqual(figures, top_productos);
    }
    // Half an hour after midnight in Madrid.
    const creado_en = '2026-03-14T23:30:00.000Z';
    const [late] = await carryOut(comando.crear(samplePedido({ creado_en })));
    const day = await call('list_orders', { desde: '2026-03-15', hasta: '2026-03-16' });
    assert.deepEqual(
      (day['pedidos'] as Pedido[]).map(({ id }) => id),
      [late],
    );
    const none = await call('list_orders', { metodo_pago: 'cripto', telefono: '600112233' });
    assert.deepEqual(none['pedidos'], []);
    const { pedidos, siguiente } = await call('list_orders', { limite: 2, tipo: 'reparto' });
    assert.equal((pedidos as object[]).length, 2);
    const next = await call('list_orders', { limite: 2, tipo: 'reparto', cursor: siguiente });
    assert.equal((next['pedidos'] as object[]).length, 2);
    assert.equal((await call('get_order', { id: pedidoId }))['id'], pedidoId);
    assert.equal((await call('order_history', { id: pedidoId }))['pedido_id'], pedidoId);
    assert.ok(((await call('list_events'))['eventos'] as object[]).length > 0);
    assert.ok(((await call('menu'))['categorias'] as object[]).length > 0);
    assert.ok(((await call('menu', { detalle: true }))['categorias'] as object[]).length > 0);
    assert.ok(((await call('delivery_zones'))['zonas'] as object[]).length > 0);
    const { ahora, restaurante } = await call('restaurant');
    assert.match(String(ahora), /20\d\d at \d\d:\d\d/);
    assert.equal((restaurante as { slug: string }).slug, 'casa-pepa');
    assert.ok(!JSON.stringify([tools, client.getInstructions()]).includes(token));
  });

  test('product_sales is complete, although a proxy takes a broken answer for a whole one', async (t) => {
    const { env, token } = await install(t);
    const sold = ESTADOS.filter((estado) => estado !== 'cancelado');
    const access = { url: service.publicUrl, key: token };
    const rows = await readExport(access, `items?estado=${sold}`);
    // Breaks between two rows, before the first one, and within one.
    const breaks = [rows.indexOf('\n', rows.length / 2) + 1, 0, 100];
    const url = await startLenientProxy(t, service.publicUrl, breaks);
    const ask = async (COMANDA_URL: string) => {
      const client = await connect(t, { ...env, COMANDA_URL });
      return client.callTool({ name: 'product_sales', arguments: { periodo: '30d' } });
    };
    const [whole, cut] = [await ask(service.publicUrl), await ask(url)];
    assert.deepEqual(cut.structuredContent, whole.structuredContent);
    assert.deepEqual(breaks, []);
  });

  test('now is the time at the service, whatever the local clock shows', async (t) => {
    const { env } = await install(t);
    const client = await connect(t, { ...env, ...clockOff(-30) });
    const { structuredContent } = await client.callTool({ name: 'restaurant' });
    assert.match(String(structuredContent['ahora']), /20\d\d at/);
  });

  test('a refusal is an error of the tool, and the server goes on', async (t) => {
    const { env, llave } = await install(t);
    const client = await connect(t, env);
    const refused = async (name: string, args: object, message: RegExp) => {
      const { isError, content } = await client.callTool({ name, arguments: args });
      assert.equal(isError, true);
      assert.match(content[0]?.text ?? '', message);
    };
    await refused('get_order', { id: 'ped_nadie' }, /404/);
    await refused('get_order', { id: 7 }, /expected string/i);
    await refused('list_orders', { limite: 1_000 }, /100/);
    await refused('list_orders', { desde: 'ayer' }, /desde/);
    await refused('sales_summary', { periodo: 'siempre' }, /periodo/);
    const unknown = /unknown argument "period": allowed are periodo, desde, hasta$/;
    await refused('sales_summary', { period: '7d' }, unknown);
    await refused('list_orders', { state: 'foo', kind: 1 }, /unknown argument "state", "kind": /);
    await refused('restaurant', { id: 7 }, /unknown argument "id": allowed are none$/);
    await refused('nothing', {}, /nothing/);
    await service.revoke(llave.id);
    await until(async () => {
      const { content } = await client.callTool({ name: 'menu' });
      return /the key was revoked/.test(content[0]?.text ?? '');
    });
    const scoped = await install(t, { alcances: ['carta.leer'] });
    const other = await connect(t, scoped.env);
    assert.ok(!(await other.callTool({ name: 'menu' })).isError);
    const { isError, content } = await other.callTool({ name: 'list_orders' });
    assert.deepEqual([isError, content[0]?.text.includes('pedidos.leer')], [true, true]);
    const wrong = await scoped.runProcess(['mcp'], { COMANDA_KEY: `svc_live_${'0'.repeat(32)}` });
    assert.equal(wrong.code, 3);
    const piped = await scoped.runProcess(['mcp'], {}, mcpInput('menu'));
    assert.equal(piped.code, 0, 'its input ended');
    assert.match(piped.stdout, /categorias.*"id":2/, 'what was asked is answered');
  });

  test('a message without an end stops it', async (t) => {
    const { runProcess } = await install(t);
    const { code, stderr } = await runProcess(['mcp'], {}, 'x'.repeat(MESSAGE_CHARS));
    assert.deepEqual([code, /^comanda: .*exceeded maximum size/.test(stderr)], [1, true], stderr);
  });
});

test('the package installs alone, and runs on the oldest Node', async (t) => {
  const folder = makeFolder();
  const archives = ['clients/typescript', 'clients/cli'].map((each) => pack(each, folder));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  // Stands in for a registry by providing the dependencies; links the large ones instead of copying them.
  const listing = ['ls', '--all', '--parseable', '--workspace', 'clients/cli'];
  const { stdout } = await exec('npm', listing, { cwd: ROOT });
  const modules = join(ROOT, 'node_modules');
  const own = join(folder, 'node_modules');
  const installed = stdout.split('\n').map((path) => relative(modules, path));
  const isPackage = /^(?:@(?!comanda)[^/]+\/)?\w[\w.-]*$/;
  const isLarge = /^@duckdb\/|^@libsql\/linux/;
  const names = installed.filter((name) => isPackage.test(name));
  for (const name of names.filter((each) => !isLarge.test(each)))
    cpSync(join(modules, name), join(own, name), { recursive: true });
  await exec('npm', ['install', '--silent', '--offline', ...archives], { cwd: folder });
  for (const name of names.filter((each) => isLarge.test(each))) {
    mkdirSync(dirname(join(own, name)), { recursive: true });
    symlinkSync(join(modules, name), join(own, name));
  }
  // The host's own `node`, not the one that runs the tests.
  const path = (process.env['PATH'] ?? '')
    .split(':')
    .filter((each) => !each.includes('node_modules'));
  const spawnComanda = async (...args: string[]) => {
    const { token } = await service.makeLlave();
    const access = { COMANDA_URL: service.publicUrl, COMANDA_KEY: token };
    const env = { ...access, PATH: path.join(':'), XDG_STATE_HOME: folder };
    const child = spawn('node', [join(own, '.bin/comanda'), ...args], { cwd: folder, env });
    t.after(() => child.kill('SIGKILL'));
    const [out, err] = [collectOutput(child.stdout), collectOutput(child.stderr)];
    return { child, out, err, ended: once(child, 'close') };
  };
  const run = async (args: readonly string[], input = ''): Promise<string> => {
    const { child, out, err, ended } = await spawnComanda(...args);
    child.stdin.end(input);
    assert.deepEqual(await ended, [0, null], err());
    return out();
  };
  assert.match(await run(['--version']), /^@comanda\/cli 1\.0\.0$/m);
  await run(['export', 'pedidos', '-o', 'x.csv']);
  assert.match(readFileSync(join(folder, 'x.csv'), 'utf8'), /^id,numero/);
  const mirrored = KINDS.map(async (kind) =>
    run(['sync', '--to', await makeTarget(kind), '--once', '--verify']),
  );
  for (const out of await Promise.all(mirrored)) assert.match(out, /^0 differences/m);
  assert.match(await run(['mcp'], mcpInput('menu')), /categorias.*"id":2/);
  const { child, out, err, ended } = await spawnComanda('listen', '--json');
  await until(() => /^Ready/m.test(err()) || child.exitCode !== null);
  await carryOut(comando.crear());
  await until(() => out().includes('\n') || child.exitCode !== null);
  assert.match(out(), /^\{"id":"evt_/, err());
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
