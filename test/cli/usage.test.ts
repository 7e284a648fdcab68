import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fullName } from '@comanda/command-line';
import manifest from '../../package.json' with { type: 'json' };
import { operatorCommands, runCli } from '../../src/cli/cli.ts';
import { INTEGRATOR_COMMANDS } from '../../src/cli/integrator.ts';
import { captureIo } from './captured-io.ts';
import { installComanda } from './comanda.ts';

/** The complaint of `comanda …` about a wrong command line. */
const complaint = async (line: string): Promise<string> => {
  const { said, io } = captureIo();
  assert.equal(await runCli(line.split(' '), io, {}), 2, line);
  assert.equal(said.out, '');
  assert.match(said.err, /^comanda: [^\n]+\n$/, 'one line');
  return said.err.slice('comanda: '.length, -1);
};

const COMMANDS = operatorCommands(captureIo().io).filter(
  (command) => !INTEGRATOR_COMMANDS.has(command.name()),
);
const optionsOf = (command: (typeof COMMANDS)[number]) => command.options.map(({ long }) => long);

it('every command that ends has --json, or speaks JSON anyway', () => {
  const without = COMMANDS.filter((command) => !optionsOf(command).includes('--json'));
  assert.deepEqual(without.map(fullName), ['serve', 'customers show']);
});

describe('help', () => {
  it('of every command: what it does, usage, options, an example', async (t) => {
    const { run } = installComanda(t);
    for (const command of COMMANDS) {
      const name = fullName(command);
      const words = name.split(' ');
      for (const asked of [
        ['help', ...words],
        [...words, '--help'],
        [...words, '-h'],
      ]) {
        const { code, stdout, stderr } = await run(asked, { env: { PORT: 'broken' } });
        assert.equal(code, 0, stderr);
        assert.equal(stderr, '');
        assert.ok(stdout.toLowerCase().includes(`\n${command.summary().toLowerCase()}.\n`));
        assert.match(stdout, new RegExp(`^Usage: comanda ${name}`, 'm'));
        assert.match(stdout, new RegExp(`^ {2}.*comanda ${name}`, 'm'), 'an example');
        for (const option of optionsOf(command)) assert.ok(stdout.includes(`${option}`));
      }
    }
  });

  it('of everything: commands, variables and exit codes', async (t) => {
    const { run } = installComanda(t);
    const [asked, bare] = await Promise.all([run(['--help']), run([])]);
    assert.equal(asked.code, 0);
    for (const each of COMMANDS) assert.ok(asked.stdout.includes(`  ${fullName(each)}`));
    assert.match(asked.stdout, /^ {2}WEBHOOK_ALLOW_CIDRS {2}/m);
    assert.match(asked.stdout, /^Exit codes:$/m);
    assert.equal(bare.code, 2, 'nothing was asked');
    assert.equal(bare.stderr, asked.stdout);
  });

  it('of a group, and before anything else is checked', async (t) => {
    const { run } = installComanda(t);
    const group = await run(['keys', '--help']);
    assert.match(group.stdout, /keys create[\s\S]*keys revoke <ID>/);
    assert.doesNotMatch(group.stdout, /serve/);
    for (const line of ['keys create --scope x -h', 'keys help', 'keys help create', 'help keys']) {
      const asked = await run(line.split(' '));
      assert.match(asked.stdout, /^Usage: comanda keys/, line);
    }
    const { stderr } = await run(['import', 'help']);
    assert.match(stderr, /cannot read "help"/, 'a file may have that name');
  });

  it('loads no library of the service', () => {
    const script = `
      import { registerHooks } from 'node:module';
      const load = (url, context, next) => (console.log(url), next(url, context));
      registerHooks({ load });
      await import('${new URL('../../src/cli/cli.ts', import.meta.url)}');
    `;
    const args = ['--input-type=module', '--eval', script];
    const loaded = execFileSync(process.execPath, args, { encoding: 'utf8' });
    assert.match(loaded, /\/src\/cli\/commands\.ts$/m);
    assert.doesNotMatch(loaded, /\/node_modules\/(?:typebox|fastify|undici|pg|prom-client)\//);
  });
});

describe('a mistyped command line', () => {
  const cases: [string, RegExp][] = [
    ['kyes', /^unknown command 'kyes' \(Did you mean keys\?\)$/],
    ['liste', /\(Did you mean listen\?\)$/],
    ['nonsense', /^unknown command 'nonsense'$/],
    ['keys creat', /^unknown command 'creat' \(Did you mean create\?\)$/],
    ['help kyes', /\(Did you mean keys\?\)$/],
    ['--json keys list', /^unknown option '--json'$/],
    ['keys list --jsn', /^unknown option '--jsn' \(Did you mean --json\?\)$/],
    ['keys list -j', /^unknown option '-j'$/],
    ['version now', /^too many arguments for 'version'\. Expected 0 arguments but got 1\.$/],
    ['keys list --json=1', /^unknown option '--json=1' \(Did you mean --json\?\)$/],
    ['keys list --restaurant rest_a --restaurant rest_b', /^--restaurant is given twice$/],
    ['keys create --name', /^option '--name <NAME>' argument missing$/],
    ['keys create --name --json', /^--name <NAME> needs a value \(if .*: --name=--json\)$/],
    ['keys create --scopes carta.leer', /^required option '--restaurant <ID>' not specified$/],
    ['keys create --restaurant pepa', /^--restaurant must be the id of a restaurant \(rest_…\)$/],
    ['keys create --scopes pedido.leer', /^--scopes must be one or more of pedidos\.leer, /],
    ['keys create --scopes ,', /^--scopes must be one or more of/],
    ['keys create --label prod', /^--label must be one of live, test$/],
    ['keys create --expires soon', /^--expires must be never or a time such as 2027-12-31/],
    ['keys create --expires 2027-02-30', /^--expires must be/],
    ['keys revoke', /^missing required argument 'ID'$/],
    ['keys revoke llv_a llv_b', /^too many arguments for 'revoke'/],
    ['keys rotate llv_a --grace 24', /^--grace must be a duration such as 30m, 24h or 7d/],
    ['keys rotate llv_a --grace 366d', /^--grace must be .* up to 365d/],
    ['users create --email pepa', /^--email must be an e-mail address$/],
    ['import', /^missing required argument 'FILE\|-'$/],
    ['serve --workers 65', /^--workers must be a whole number from 1 to 64/],
  ];
  for (const [line, expected] of cases) {
    it(line, async () => assert.match(await complaint(line), expected));
  }

  it('never repeats a value: it may be a secret', async () => {
    const token = `svc_live_${'a1'.repeat(16)}`;
    assert.match(await complaint(`keys revoke ${token}`), /not a token$/);
    assert.ok(!(await complaint(`keys revoke ${token}`)).includes(token));
  });

  it('ends with code 2 and one line on stderr; bad configuration too', async (t) => {
    const { run, runProcess } = installComanda(t);
    const answers = await Promise.all([
      runProcess(['keys', 'create', '--scope', 'x']),
      run(['serve', '--demo=90']),
      run(['keys', 'list'], { env: { PORT: 'abc' } }),
      run(['keys', 'list'], { env: { PRIVATE_PROT: '1' } }),
    ]);
    for (const { code, stdout, stderr } of answers) {
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, /^comanda: [^\n]+\n$/);
    }
    assert.match(answers[2]?.stderr ?? '', /^comanda: PORT must be a whole number/);
  });
});

it('version prints name and version, whatever the environment', async (t) => {
  const { run } = installComanda(t);
  const { code, stdout } = await run(['version'], { env: { PORT: 'abc' } });
  assert.equal(code, 0);
  assert.equal(stdout, `comanda ${manifest.version}\n`);
  assert.equal((await run(['--version'])).stdout, stdout);
});
