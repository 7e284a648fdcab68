import { nearest } from '../config/nearest.ts';
import type { Command } from './command.ts';
import { UsageError } from './exit.ts';
import { printable, quote } from './text.ts';

/** What the first words of the command line ask for. */
export type Request =
  | { kind: 'run'; command: Command; words: readonly string[] }
  | { kind: 'help'; topic: 'general' | Command | { group: string; commands: readonly Command[] } };

const HELP_FLAGS = ['--help', '-h'];
const VERSION_FLAGS = ['--version', '-V', '-v'];

export const resolve = (commands: readonly Command[], argv: readonly string[]): Request => {
  const [first = ''] = argv;
  if (first === 'help' || HELP_FLAGS.includes(first)) {
    return helpOn(
      commands,
      argv.slice(1).filter((word) => !word.startsWith('-')),
    );
  }
  if (VERSION_FLAGS.includes(first)) return resolve(commands, ['version', ...argv.slice(1)]);
  if (first.startsWith('-')) {
    throw new UsageError(`options come after the command: comanda COMMAND ${printable(first)}`);
  }
  const options = argv.findIndex((word) => word.startsWith('-'));
  const words = options === -1 ? argv : argv.slice(0, options);
  const command = find(commands, words);
  if (asksHelp(command, words, argv)) {
    return helpOn(commands, command?.name.split(' ') ?? words.filter((word) => word !== 'help'));
  }
  if (command === undefined) throw new UsageError(unknownCommand(commands, words));
  return { kind: 'run', command, words: argv.slice(command.name.split(' ').length) };
};

/** `--help` and `-h` anywhere before `--`; `help` where it cannot be the name of something. */
const asksHelp = (
  command: Command | undefined,
  words: readonly string[],
  argv: readonly string[],
): boolean => {
  const end = argv.indexOf('--');
  const flags = end === -1 ? argv : argv.slice(0, end);
  const takesWord = command !== undefined && command.argument !== null;
  return flags.some((word) => HELP_FLAGS.includes(word)) || (!takesWord && words.at(-1) === 'help');
};

const find = (commands: readonly Command[], [first = '', second = '']: readonly string[]) =>
  commands.find(({ name }) => name === first || name === `${first} ${second}`);

const inGroup = (commands: readonly Command[], group: string): Command[] =>
  commands.filter(({ name }) => name.startsWith(`${group} `));

const helpOn = (commands: readonly Command[], words: readonly string[]): Request => {
  const [group] = words;
  if (group === undefined) return { kind: 'help', topic: 'general' };
  const command = find(commands, words);
  if (command !== undefined) return { kind: 'help', topic: command };
  const members = inGroup(commands, group);
  if (members.length === 0 || words.length > 1) {
    throw new UsageError(unknownCommand(commands, words));
  }
  return { kind: 'help', topic: { group, commands: members } };
};

const unknownCommand = (commands: readonly Command[], words: readonly string[]): string => {
  const [first = '', second] = words;
  const members = inGroup(commands, first).map(({ name }) => name);
  if (members.length > 0) {
    if (second === undefined) {
      const rest = members.map((name) => name.slice(first.length + 1));
      return `"${first}" needs a command: ${rest.join(', ')}`;
    }
    return guess(`${first} ${second}`, members);
  }
  const groups = commands.map(({ name }) => name.split(' ', 1).join());
  return guess(first, [...new Set(groups)]);
};

const guess = (typed: string, allowed: readonly string[]): string => {
  const meant = nearest(typed, allowed, 2);
  return `unknown command ${quote(typed)}; ${
    meant === undefined ? `there are ${allowed.join(', ')}` : `did you mean "${meant}"?`
  }`;
};
