import { parseArgs } from 'node:util';
import { nearest } from '../config/nearest.ts';
import type { Command, Options } from './command.ts';
import { UsageError } from './exit.ts';
import { quote } from './text.ts';

export interface Parsed {
  options: Record<string, unknown>;
  argument: unknown;
}

/** `comanda keys create …` as a person would type it, for messages. */
export const usageOf = ({ name, argument, options }: Command): string => {
  const parts = ['comanda', name];
  if (argument !== null) parts.push(argument.name);
  for (const [option, { value, ...rest }] of Object.entries(options)) {
    const text = value === null ? `--${option}` : `--${option} ${value}`;
    parts.push('required' in rest && rest.required ? text : `[${text}]`);
  }
  return parts.join(' ');
};

/** Reads what follows a command's name. Whatever is wrong is one line that says what is allowed. */
export const parse = (command: Command, words: readonly string[]): Parsed => {
  const given = new Map<string, string | true>();
  const positionals: string[] = [];
  for (const token of tokenize(command.options, words)) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind === 'option') {
      const opposite = oppositeOf(command.options, token.name);
      if (opposite === null && given.has(token.name)) {
        throw new UsageError(`${token.rawName} is given twice`);
      }
      given.set(token.name, checkOption(command, token));
      if (opposite !== null) given.delete(opposite);
    }
  }
  return { argument: readArgument(command, positionals), options: readOptions(command, given) };
};

/**
 * `--demo` and `--no-demo`: the last one given counts, so that a script can have a default and whoever
 * calls it the last word.
 */
const oppositeOf = (options: Options, name: string): string | null => {
  const opposite = name.startsWith('no-') ? name.slice('no-'.length) : `no-${name}`;
  return Object.hasOwn(options, name) && Object.hasOwn(options, opposite) ? opposite : null;
};

interface OptionToken {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

/**
 * Not in strict mode: its errors name the culprit only inside a sentence of their own. Every check
 * that it makes is made here, on its tokens.
 */
const tokenize = (options: Options, words: readonly string[]) =>
  parseArgs({
    args: [...words],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [
        name,
        { type: value === null ? 'boolean' : 'string' },
      ]),
    ),
  }).tokens;

const checkOption = (command: Command, token: OptionToken): string | true => {
  const { name, rawName, value, inlineValue } = token;
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (option === undefined || !rawName.startsWith('--')) {
    throw new UsageError(unknownOption(command, rawName));
  }
  if (option.value === null) {
    if (value === undefined) return true;
    throw new UsageError(`${rawName} takes no value`);
  }
  if (value === undefined)
    throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}`);
  // `--name --json`: far more likely a forgotten value than one that begins with a dash.
  if (inlineValue !== true && value.startsWith('-') && value !== '-') {
    throw new UsageError(
      `${rawName} needs a value: ${rawName} ${option.value} (or ${rawName}=${option.value} where it begins with a dash)`,
    );
  }
  return value;
};

const unknownOption = ({ name, options }: Command, rawName: string): string => {
  const allowed = Object.keys(options).map((option) => `--${option}`);
  const intro = `unknown option ${quote(rawName).slice(1, -1)} for "${name}"`;
  const meant = nearest(rawName, allowed, rawName.length > 6 ? 2 : 1);
  if (meant !== undefined) return `${intro}; did you mean ${meant}?`;
  return allowed.length === 0
    ? `${intro}; it takes no options`
    : `${intro}; allowed are ${allowed.join(', ')}`;
};

const readArgument = ({ name, argument }: Command, given: readonly string[]): unknown => {
  const [first, ...more] = given;
  if (argument === null) {
    if (first === undefined) return null;
    throw new UsageError(`"${name}" takes no argument; ${quote(first)} is one too many`);
  }
  if (first === undefined)
    throw new UsageError(`"${name}" needs ${argument.name}: ${argument.help}`);
  if (more.length > 0) {
    throw new UsageError(
      `"${name}" takes one ${argument.name}; ${quote(more[0] ?? '')} is one too many`,
    );
  }
  return argument.read(first, argument.name);
};

const readOptions = (command: Command, given: ReadonlyMap<string, string | true>) => {
  const values: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(command.options)) {
    const text = given.get(name);
    if (option.value === null) values[name] = text === true;
    else if (typeof text === 'string') values[name] = option.read(text, `--${name}`);
    else if (option.required) {
      throw new UsageError(`"${command.name}" needs --${name} ${option.value}: ${option.help}`);
    }
  }
  return values;
};
