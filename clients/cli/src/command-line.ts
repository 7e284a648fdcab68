import { parseArgs } from 'node:util';
import type { Command, Given, Options } from './command.ts';
import { UsageError } from './errors.ts';
import { commandHelp, generalHelp } from './help.ts';
import { nearest } from './terminal/nearest.ts';
import { excerpt, quote } from './terminal/text.ts';

export type Request =
  | { kind: 'help'; text: string }
  | { kind: 'run'; command: Command; given: Given };

const HELP_FLAGS = ['--help', '-h'];
const VERSION_FLAGS = ['--version', '-V', '-v'];

const isOption = (word: string): boolean => word.startsWith('-') && word !== '-';

export const parseCommandLine = (
  commands: readonly Command[],
  argv: readonly string[],
): Request => {
  const [first = '', ...rest] = argv;
  if (VERSION_FLAGS.includes(first)) return parseCommandLine(commands, ['version', ...rest]);
  if (first === 'help' || HELP_FLAGS.includes(first)) {
    return { kind: 'help', text: helpOn(commands, rest[0]) };
  }
  if (isOption(first)) {
    throw new UsageError(`options come after the command: comanda COMMAND ${excerpt(first)}`);
  }
  const command = find(commands, first);
  const end = rest.indexOf('--');
  const flags = end === -1 ? rest : rest.slice(0, end);
  if (flags.some((word) => HELP_FLAGS.includes(word))) {
    return { kind: 'help', text: commandHelp(command) };
  }
  return { kind: 'run', command, given: parseGiven(command, rest) };
};

const helpOn = (commands: readonly Command[], word: string | undefined): string =>
  word === undefined || isOption(word) ? generalHelp(commands) : commandHelp(find(commands, word));

const find = (commands: readonly Command[], word: string): Command => {
  const found = commands.find(({ name }) => name === word);
  if (found !== undefined) return found;
  const names = commands.map(({ name }) => name);
  const meant = nearest(word, names, 2);
  throw new UsageError(
    `unknown command ${quote(word)}; ${
      meant === undefined ? `there are ${names.join(', ')}` : `did you mean "${meant}"?`
    }`,
  );
};

const parseGiven = (command: Command, words: readonly string[]): Given => {
  const texts = new Map<string, string | true>();
  const positionals: string[] = [];
  for (const token of tokenize(command.options, words)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    if (texts.has(token.name)) throw new UsageError(`${token.rawName} is given twice`);
    texts.set(token.name, checkOption(command, token));
  }
  return { argument: readArgument(command, positionals), options: readOptions(command, texts) };
};

/** Not in strict mode, whose errors name the culprit only inside a sentence of their own. */
const tokenize = (options: Options, words: readonly string[]) =>
  parseArgs({
    args: [...words],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, short }]) => [
        name,
        { type: value === null ? 'boolean' : 'string', ...(short !== undefined && { short }) },
      ]),
    ),
  }).tokens;

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

const checkOption = (command: Command, token: OptionToken): string | true => {
  const { name, rawName, value, inlineValue } = token;
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (option === undefined) throw new UsageError(unknownOption(command, rawName));
  if (option.value === null) {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} takes no value`);
  }
  const needs = `${rawName} needs a value: ${rawName} ${option.value}`;
  if (value === undefined) throw new UsageError(needs);
  // `--secret --json`: far more likely a forgotten value than one that begins with a dash.
  if (inlineValue !== true && isOption(value)) {
    throw new UsageError(`${needs} (or --${name}=${option.value} where it begins with a dash)`);
  }
  return value;
};

const unknownOption = ({ name, options }: Command, rawName: string): string => {
  const allowed = Object.keys(options).map((option) => `--${option}`);
  const meant = nearest(rawName, allowed, rawName.length > 6 ? 2 : 1);
  const intro = `unknown option ${excerpt(rawName)} for "${name}"`;
  if (meant !== undefined) return `${intro}; did you mean ${meant}?`;
  return allowed.length === 0
    ? `${intro}; it takes no options`
    : `${intro}; allowed are ${allowed.join(', ')}`;
};

const readArgument = ({ name, argument }: Command, given: readonly string[]): unknown => {
  const extra = given[argument === undefined ? 0 : 1];
  if (extra !== undefined) {
    const takes = argument === undefined ? 'no argument' : `one ${argument.name}`;
    throw new UsageError(`"${name}" takes ${takes}; ${quote(extra)} is one too many`);
  }
  if (argument === undefined) return undefined;
  const [text] = given;
  if (text !== undefined) return argument.read(text, argument.name);
  if (argument.fallback !== undefined) return argument.fallback;
  throw new UsageError(`"${name}" needs ${argument.name}: ${argument.help}`);
};

const readOptions = (command: Command, texts: ReadonlyMap<string, string | true>) => {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(command.options)) {
    const text = texts.get(name);
    if (option.value === null) values[name] = text === true;
    else if (typeof text === 'string') values[name] = option.read(text, `--${name}`);
    else if (option.required) {
      throw new UsageError(`"${command.name}" needs --${name} ${option.value}: ${option.help}`);
    }
  }
  return values;
};
