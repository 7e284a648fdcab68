import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { parseCommandLine } from '@comanda/command-line';
import manifest from '../../package.json' with { type: 'json' };
import { COMMANDS } from '../../src/cli/commands.ts';
import { PROGRAM } from '../../src/cli/program.ts';
import { installComanda } from './comanda.ts';

const parseLine = (line: string) => parseCommandLine(PROGRAM, line.split(' '));

/** The complaint of `comanda …` about a wrong command line, without starting a process. */
const complaint = (line: string): string => {
  try {
    parseLine(line);
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.equal(error.name, 'UsageError');
    assert.doesNotMatch(error.message, /\n/, 'one line');
    return error.message;
  }
  return assert.fail(`accepted: ${line}`);
};

it('every command that ends has --json, or speaks JSON anyway', () => {
  const without = COMMANDS.filter(({ options }) => !('json' in options)).map(({ name }) => name);
  assert.deepEqual(without, ['serve', 'customers show']);
});

describe('help', () => {
  it('of every command: what it does, usage, options, an example', async (t) => {
    const { run } = installComanda(t);
    for (const { name, options, summary } of COMMANDS) {
      const words = name.split(' ');
      for (const asked of [
        ['help', ...words],
        [...words, '--help'],
        [...words, '-h'],
      ]) {
        const { code, stdout, stderr } = await run(asked, { env: { PORT: 'broken' } });
        assert.equal(code, 0, stderr);
        assert.equal(stderr, '');
        assert.ok(stdout.toLowerCase().startsWith(summary.slice(0, 20).toLowerCase()));
        assert.match(stdout, new RegExp(`^Usage: comanda ${name}`, 'm'));
        assert.match(stdout, new RegExp(`^ {2}.*comanda ${name}`, 'm'), 'an example');
        for (const option of Object.keys(options)) assert.ok(stdout.includes(`--${option}`));
      }
    }
  });

  it('of everything: commands, variables and exit codes', async (t) => {
    const { run } = installComanda(t);
    const [asked, bare] = await Promise.all([run(['--help']), run([])]);
    assert.equal(asked.code, 0);
    for (const { name } of COMMANDS) assert.ok(asked.stdout.includes(`  ${name}`), name);
    assert.match(asked.stdout, /^ {2}WEBHOOK_ALLOW_CIDRS {2}/m);
    assert.match(asked.stdout, /^Exit codes:$/m);
    assert.equal(bare.code, 2, 'nothing was asked');
    assert.equal(bare.stderr, asked.stdout);
  });

  it('of a group, and before anything else is checked', async (t) => {
    const { run } = installComanda(t);
    const group = await run(['keys', '--help']);
    assert.match(group.stdout, /keys create[\s\S]*keys revoke ID/);
    assert.doesNotMatch(group.stdout, /serve/);
    const asks = ['keys create --scope x -h', 'keys help', 'keys create help', 'help keys'];
    for (const line of asks) assert.equal(parseLine(line).kind, 'help', line);
    assert.equal(parseLine('import help').kind, 'run', 'a file may have that name');
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
    ['kyes', /^unknown command "kyes"; did you mean "keys"\?$/],
    ['nonsense', /^unknown command "nonsense"; there are serve, keys, /],
    ['keys', /^"keys" needs a command: create, list, rotate, revoke$/],
    ['keys creat', /^unknown command "keys creat"; did you mean "keys create"\?$/],
    ['keys frobnicate', /^unknown command .*; there are keys create, keys list,/],
    ['help kyes', /^unknown command "kyes"; did you mean "keys"\?$/],
    ['--json keys list', /^options come after the command/],
    [
      'keys create --scope x',
      /^unknown option --scope for "keys create"; did you mean --scopes\?$/,
    ],
    [
      'keys list --verbose',
      /^unknown option --verbose for "keys list"; allowed are --restaurant, --json$/,
    ],
    ['keys list -j', /^unknown option -j for "keys list"; allowed are/],
    ['version --x', /^unknown option --x for "version"; allowed are --json$/],
    ['version now', /^"version" takes no argument; "now" is one too many$/],
    ['keys list --json=1', /^--json takes no value$/],
    ['keys list --json --json', /^--json is given twice$/],
    ['keys create --name', /^--name needs a value: --name NAME$/],
    ['keys create --name --json', /^--name needs a value: --name NAME \(if .*: --name=NAME/],
    ['keys create --scopes carta.leer', /^"keys create" needs --restaurant ID: /],
    [
      'keys create --restaurant pepa --scopes carta.leer',
      /^--restaurant must be the id of a restaurant \(rest_…\), not "pepa"$/,
    ],
    [
      'keys create --restaurant rest_a --scopes pedido.leer',
      /^--scopes must be one of .+, not "pedido\.leer"; did you mean pedidos\.leer\?$/,
    ],
    [
      'keys create --restaurant rest_a --scopes todo',
      /^--scopes must be one of pedidos\.leer, .+, not "todo"$/,
    ],
    ['keys create --restaurant rest_a --scopes ,', /^--scopes must name at least one of/],
    [
      'keys create --restaurant rest_a --scopes carta.leer --label prod',
      /^--label must be one of live, test, not "prod"$/,
    ],
    [
      'keys create --restaurant rest_a --scopes carta.leer --expires soon',
      /^--expires must be never or a time such as 2027-12-31/,
    ],
    [
      'keys create --restaurant rest_a --scopes carta.leer --expires 2027-02-30',
      /^--expires must be/,
    ],
    ['keys revoke', /^"keys revoke" needs ID: id of the key/],
    ['keys revoke llv_a llv_b', /^"keys revoke" takes one ID; "llv_b" is one too many$/],
    ['keys rotate llv_a --grace 24', /^--grace must be a duration such as 30m, 24h or 7d/],
    ['keys rotate llv_a --grace 366d', /^--grace must be .* up to 365d/],
    ['users create --email pepa', /^--email must be an e-mail address, not "pepa"$/],
    ['import', /^"import" needs FILE\|-: /],
    ['backup', /^"backup" needs FILE: /],
  ];
  for (const [line, expected] of cases) {
    it(line, () => assert.match(complaint(line), expected));
  }

  it('never repeats a token', () => {
    const token = `svc_live_${'a1'.repeat(16)}`;
    assert.match(complaint(`keys revoke ${token}`), /not a token$/);
    assert.ok(!complaint(`keys revoke ${token}`).includes(token));
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
    assert.match(answers[1]?.stderr ?? '', /--demo takes no value/);
    assert.match(answers[2]?.stderr ?? '', /^comanda: PORT must be a whole number/);
  });
});

it('version prints name and version, whatever the environment', async (t) => {
  const { run } = installComanda(t);
  const { code, stdout } = await run(['version'], { env: { PORT: 'abc' } });
  assert.equal(code, 0);
  assert.equal(stdout, `comanda ${manifest.version}\n`);
  assert.deepEqual(parseLine('--version'), parseLine('version'));
});
