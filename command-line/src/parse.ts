import { parseArgs } from 'node:util';
import type { Command, Given, Listed, Options } from './command.ts';
import { UsageError } from './errors.ts';
import { commandHelp, generalHelp, groupHelp } from './help.ts';
import { nearest } from './nearest.ts';
import type { Program } from './program.ts';
import { excerpt, quote } from './text.ts';

type Request<C> =
  | { kind: 'help'; text: string }
  | { kind: 'run'; command: Command<C>; given: Given };

const HELP_FLAGS = ['--help', '-h'];
const VERSION_FLAGS = ['--version', '-V', '-v'];

const isOption = (word: string): boolean => word.startsWith('-') && word !== '-';

export const parseCommandLine = <C>(program: Program<C>, argv: readonly string[]): Request<C> => {
  const [first = '', ...rest] = argv;
  if (VERSION_FLAGS.includes(first)) return parseCommandLine(program, ['version', ...rest]);
  const topic = helpTopic(program, argv);
  if (topic !== null) return { kind: 'help', text: helpOn(program, topic) };
  if (isOption(first)) {
    throw new UsageError(`options come after the command: comanda COMMAND ${excerpt(first)}`);
  }
  const words = leadingWords(argv);
  const command = find(program, words);
  if (command === undefined) throw new UsageError(unknownCommand(program, words));
  const nameWords = command.name.split(' ').length;
  return { kind: 'run', command, given: parseGiven(command, argv.slice(nameWords)) };
};

const leadingWords = (argv: readonly string[]): readonly string[] => {
  const end = argv.findIndex(isOption);
  return end === -1 ? argv : argv.slice(0, end);
};

const find = <C>({ commands }: Program<C>, [first = '', second = '']: readonly string[]) =>
  commands.find(({ name }) => name === first || name === `${first} ${second}`);

const inGroup = <C>({ commands }: Program<C>, group: string): Command<C>[] =>
  commands.filter(({ name }) => name.startsWith(`${group} `));

/**
 * The words that help was asked about; null if it was not. Help is `--help` anywhere before `--`, `help` in front, or `help` at
 * the end unless it may be the argument.
 */
const helpTopic = <C>(program: Program<C>, argv: readonly string[]): readonly string[] | null => {
  const [first = '', ...rest] = argv;
  if (first === 'help' || HELP_FLAGS.includes(first)) return rest.filter((word) => !isOption(word));
  const words = leadingWords(argv);
  const command = find(program, words);
  const end = argv.indexOf('--');
  const flags = end === -1 ? argv : argv.slice(0, end);
  const isLastWord = words.at(-1) === 'help' && command?.argument === undefined;
  if (!isLastWord && !flags.some((word) => HELP_FLAGS.includes(word))) return null;
  return command?.name.split(' ') ?? words.filter((word) => word !== 'help');
};

const helpOn = <C>(program: Program<C>, words: readonly string[]): string => {
  const [group, ...more] = words;
  if (group === undefined) return generalHelp(program);
  const command = find(program, words);
  if (command !== undefined) return commandHelp(command);
  const members = inGroup(program, group);
  if (members.length > 0 && more.length === 0) return groupHelp(group, members);
  throw new UsageError(unknownCommand(program, words));
};

const unknownCommand = <C>(program: Program<C>, words: readonly string[]): string => {
  const [first = '', second] = words;
  const members = inGroup(program, first).map(({ name }) => name);
  if (members.length > 0 && second === undefined) {
    const rest = members.map((name) => name.slice(first.length + 1));
    return `"${first}" needs a command: ${rest.join(', ')}`;
  }
  const isGroup = members.length > 0;
  const typed = isGroup ? `${first} ${second}` : first;
  const firstWords = new Set(program.commands.map(({ name }) => name.split(' ', 1).join()));
  const elsewhere = program.elsewhere?.commands.keys() ?? [];
  const allowed = isGroup ? members : [...firstWords, ...elsewhere];
  const meant = nearest(typed, allowed, 2);
  return `unknown command ${quote(typed)}; ${
    meant === undefined ? `there are ${allowed.join(', ')}` : `did you mean "${meant}"?`
  }`;
};

const parseGiven = (command: Listed, words: readonly string[]): Given => {
  const texts = new Map<string, string | true>();
  const positionals: string[] = [];
  for (const token of tokenize(command.options, words)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const opposite = oppositeOf(command.options, token.name);
    if (opposite === null && texts.has(token.name)) {
      throw new UsageError(`${token.rawName} is given twice`);
    }
    texts.set(token.name, checkOption(command, token));
    if (opposite !== null) texts.delete(opposite);
  }
  return { argument: readArgument(command, positionals), options: readOptions(command, texts) };
};

/** Not in strict mode, whose errors name the wrong word only inside a sentence. */
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

/** `--demo` and `--no-demo`: the last one counts, so that callers of a script can override its default. */
const oppositeOf = (options: Options, name: string): string | null => {
  const opposite = name.startsWith('no-') ? name.slice('no-'.length) : `no-${name}`;
  return Object.hasOwn(options, name) && Object.hasOwn(options, opposite) ? opposite : null;
};

type OptionToken = Extract<ReturnType<typeof tokenize>[number], { kind: 'option' }>;

const checkOption = (command: Listed, token: OptionToken): string | true => {
  const { name, rawName, value, inlineValue } = token;
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (option === undefined) throw new UsageError(unknownOption(command, rawName));
  if (option.value === null) {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} takes no value`);
  }
  const needs = `${rawName} needs a value: ${rawName} ${option.value}`;
  if (value === undefined) throw new UsageError(needs);
  // `--name --json`: far more likely a forgotten value than one that begins with a dash.
  if (inlineValue !== true && isOption(value)) {
    throw new UsageError(`${needs} (if the value begins with a dash: --${name}=${option.value})`);
  }
  return value;
};

const unknownOption = ({ name, options }: Listed, rawName: string): string => {
  const allowed = Object.keys(options).map((option) => `--${option}`);
  const meant = nearest(rawName, allowed, rawName.length > 6 ? 2 : 1);
  const intro = `unknown option ${excerpt(rawName)} for "${name}"`;
  if (meant !== undefined) return `${intro}; did you mean ${meant}?`;
  return allowed.length === 0
    ? `${intro}; it takes no options`
    : `${intro}; allowed are ${allowed.join(', ')}`;
};

const readArgument = ({ name, argument }: Listed, given: readonly string[]): unknown => {
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

const readOptions = (command: Listed, texts: ReadonlyMap<string, string | true>) => {
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
