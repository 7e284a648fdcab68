import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Program } from '@comanda/command-line';
import {
  commandsOn,
  flag,
  oneOf,
  optional,
  parseCommandLine,
  required,
  text,
  UsageError,
} from '@comanda/command-line';

const defineCommand = commandsOn<null>();
const run = async () => undefined;

/** A program with one of everything that a command may have. */
const PROGRAM: Program<null> = {
  intro: 'A program.',
  commands: [
    defineCommand({
      name: 'write',
      summary: 'write a table',
      examples: ['comanda write'],
      run,
      argument: { name: 'TABLE', help: 'what', fallback: 'orders', read: oneOf(['orders', 'vat']) },
      options: {
        output: optional('FILE', 'where to', text, { short: 'o' }),
        head: flag('with a line of names'),
        'no-head': flag('without it'),
      },
    }),
    defineCommand({
      name: 'keys create',
      summary: 'make a key',
      examples: ['comanda keys create'],
      run,
      options: { name: required('NAME', 'what it is for', text) },
    }),
    defineCommand({
      name: 'keys list',
      summary: 'list keys',
      examples: ['comanda keys list'],
      run,
    }),
    defineCommand({
      name: 'load',
      summary: 'load a file',
      examples: ['comanda load -'],
      run,
      argument: { name: 'FILE', help: 'or - for standard input', read: text },
    }),
    defineCommand({ name: 'version', summary: 'print it', examples: ['comanda version'], run }),
  ],
  elsewhere: { title: 'For others', commands: new Map([['listen', 'show events']]) },
  environment: { title: 'Environment', variables: { PORT: 'where it listens' } },
  exitCodes: [['0', 'done']],
};

const parse = (line: string) => parseCommandLine(PROGRAM, line.split(' '));
const given = (line: string) => {
  const request = parse(line);
  assert.ok(request.kind === 'run', line);
  return { name: request.command.name, ...request.given };
};
const help = (line: string): string => {
  const request = parse(line);
  assert.ok(request.kind === 'help', line);
  return request.text;
};
const refusal = (line: string): string => {
  try {
    parse(line);
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return error.message;
  }
  throw new Error(`"${line}" was taken`);
};

describe('a command line', () => {
  it('names a command, its argument and its options, long or short', () => {
    const none = { head: false, 'no-head': false };
    assert.deepEqual(given('write'), { name: 'write', argument: 'orders', options: none });
    const options = { ...none, output: 'a.csv' };
    for (const line of ['write vat -o a.csv', 'write --output=a.csv vat', 'write -oa.csv vat']) {
      assert.deepEqual(given(line), { name: 'write', argument: 'vat', options });
    }
    assert.equal(given('keys create --name crm').name, 'keys create');
    assert.equal(given('-V').name, 'version');
  });

  it('takes a dash for standard input, and words after two dashes for arguments', () => {
    assert.equal(given('load -').argument, '-');
    assert.equal(given('load -- --help').argument, '--help');
  });

  it('lets the last of two switches that cancel each other count', () => {
    const heads = (line: string) => given(line).options;
    assert.deepEqual(heads('write --head --no-head'), { head: false, 'no-head': true });
    assert.deepEqual(heads('write --no-head --head --head'), { head: true, 'no-head': false });
  });

  it('is explained where help is asked for', () => {
    assert.match(help('--help'), /^A program\..*keys list +list keys.*For others:\n\n {2}listen/s);
    assert.match(help('help write'), /Usage: comanda write \[TABLE\] \[--output FILE\]/);
    assert.match(help('write vat --help'), / {2}-o, --output FILE +where to/);
    assert.match(help('keys help'), /Usage: comanda keys COMMAND.* {2}keys create/s);
    assert.match(help('keys list help'), /^List keys\./);
    assert.equal(given('load help').argument, 'help', 'it may be the name of a file');
  });

  it('is refused with a suggestion of the right one', () => {
    const refusals = {
      wrte: 'unknown command "wrte"; did you mean "write"?',
      liste: 'unknown command "liste"; did you mean "listen"?',
      keys: '"keys" needs a command: create, list',
      'keys lst': 'unknown command "keys lst"; did you mean "keys list"?',
      '--head write': 'options come after the command: comanda COMMAND --head',
      'write taxes': 'TABLE must be one of orders, vat, not "taxes"',
      'write vat orders': '"write" takes one TABLE; "orders" is one too many',
      'write --outpt x': 'unknown option --outpt for "write"; did you mean --output?',
      'write -x': 'unknown option -x for "write"; allowed are --output, --head, --no-head',
      'write --head=1': '--head takes no value',
      'write -o a -o b': '-o is given twice',
      'write --output --head':
        '--output needs a value: --output FILE (if the value begins with a dash: --output=FILE)',
      'keys create': '"keys create" needs --name NAME: what it is for',
      'keys list x': '"keys list" takes no argument; "x" is one too many',
      load: '"load" needs FILE: or - for standard input',
    };
    for (const [line, message] of Object.entries(refusals)) assert.equal(refusal(line), message);
  });
});
