import assert from 'node:assert/strict';
import { EXIT, fullName, leaves, runProgram } from '@comanda/command-line';
import fc from 'fast-check';
import { operatorCommands } from '../../../src/cli/cli.ts';
import { makeOperatorProgram } from '../../../src/cli/program.ts';
import { captureIo } from '../../cli/captured-io.ts';
import { installComanda } from '../../cli/comanda.ts';
import { weighted } from '../../support/values/properties.ts';
import { mutated, oddText } from '../inputs/text.ts';
import { RESTAURANTS } from '../restaurants.ts';
import { target } from './target.ts';

const value = fc.oneof(
  oddText.filter((text) => !text.includes('\0')),
  fc.constantFrom(
    RESTAURANTS.c.id,
    'pedidos.leer',
    'live',
    'never',
    '24h',
    '2030-01-01',
    'a@b.example',
    '-',
  ),
);

/** A command's own options and argument, in any order, with values that may not fit. */
const wordsOf = (which: number): fc.Arbitrary<string[]> => {
  const command = COMMANDS[which];
  const name = command === undefined ? '' : fullName(command);
  const flags = (command?.options ?? []).flatMap(({ long }) => long ?? []);
  const flag = fc.constantFrom('--help', '--json', '-h', '--', '-x', ...flags);
  const option = fc.oneof(
    flag.map((each) => [each]),
    fc.tuple(flag, value).map(([each, text]) => [each, text]),
    fc.tuple(flag, value).map(([each, text]) => [`${each}=${text}`]),
    value.map((text) => [text]),
    mutated(flag).map((each) => [each.replaceAll('\0', '')]),
  );
  return fc.array(option, { maxLength: 5 }).map((parts) => [...name.split(' '), ...parts.flat()]);
};

const COMMANDS = operatorCommands(captureIo().io);
const which = fc.integer({ min: 0, max: COMMANDS.length - 1 });
const commandLine: fc.Arbitrary<string[]> = weighted(
  [9, which.chain(wordsOf)],
  [1, fc.array(value, { maxLength: 4 })],
);

/** Parses words without running them: wrong usage gives one line that names what is allowed. */
export const words = target<string[]>({
  name: 'words',
  runs: 1_500,
  cases: commandLine,
  async attack(argv) {
    const { said, io } = captureIo();
    const program = makeOperatorProgram({ io } as never);
    for (const command of leaves(program)) command.action(() => undefined);
    const describeError = (error: unknown) => ({ line: String(error), code: EXIT.usage });
    const code = await runProgram(program, argv, { io, describeError, isDebugging: () => false });
    assert.ok(code === EXIT.ok || code === EXIT.usage);
    if (code === EXIT.ok || !said.err.startsWith('comanda: ')) return;
    assert.match(said.err, /^\P{Cc}*\n$/u, 'one line');
    assert.ok(said.err.length < 2_000, 'a short one');
  },
});

const codes = new Set<number | null>(Object.values(EXIT));

/** Runs the program as an operator does, beside the service, on the same data. */
export const program = target<string[]>({
  name: 'program',
  runs: 3,
  cases: commandLine.filter(([first, second]) => first !== 'serve' && second !== 'suspend'),
  async attack(argv, { dataDir, databaseUrl }) {
    const cleanups: (() => unknown)[] = [];
    try {
      const { runProcess } = installComanda({
        after: (fn: () => unknown) => cleanups.push(fn),
      } as never);
      const env = { DATA_DIR: dataDir, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
      const { code, signal, stdout, stderr } = await runProcess(argv, { env });
      assert.equal(signal, null);
      assert.ok(codes.has(code), `exit ${code}`);
      assert.doesNotMatch(stdout + stderr, /^\s+at .*:\d+|unexpected error/m);
      // Without a command it prints the help, otherwise one line about the mistake.
      const isOneLine = /^comanda: [^\n]+\n$/.test(stderr);
      if (code === EXIT.usage) assert.ok(isOneLine || stderr.startsWith('Usage: '), stderr);
    } finally {
      for (const cleanup of cleanups) await cleanup();
    }
  },
});
