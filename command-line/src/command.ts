import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { InvalidArgumentError } from 'commander';
import { table } from './text.ts';

interface More {
  /** Sentences below the options. */
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
}

/** A command; `summary` is a sentence without capital and full stop, as lists of commands show it. */
export const makeCommand = (name: string, summary: string, { notes = [], examples }: More) =>
  new Command(name)
    .summary(summary)
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
    .addHelpText('after', ({ command, error }) => {
      const { getOutHelpWidth, getErrHelpWidth } = command.configureOutput();
      const width = (error ? getErrHelpWidth : getOutHelpWidth)?.() ?? Number.POSITIVE_INFINITY;
      const fit = (note: string) => command.createHelp().boxWrap(note, width);
      const text = notes.length === 0 ? '' : `\n${notes.map(fit).join('\n')}\n`;
      const lines = examples.map((example) => `  ${example}`).join('\n');
      return `${text}\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${lines}`;
    });

/** Commands of one noun: `keys create`, `keys list`. */
export const group = (name: string, commands: readonly CommandUnknownOpts[]) => {
  const made = new Command(name).description(commands.map((each) => each.name()).join(', '));
  for (const each of commands) made.addCommand(each);
  return made;
};

/** `keys create`: the command's name on the command line, without the program's. */
export const fullName = (command: CommandUnknownOpts): string => {
  const { parent } = command;
  return parent?.parent ? `${fullName(parent)} ${command.name()}` : command.name();
};

/** The commands that do something, those of groups included. */
export const leaves = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

/** An option that takes some of the values, separated by commas. */
export const listOption = <const F extends string, const T extends string>(
  flags: F,
  help: string,
  values: readonly T[],
) =>
  new Option(flags, help).choices(values).argParser((given): readonly T[] => {
    const words = given.split(',').map((word) => word.trim());
    const found = words.filter((word) => word !== '');
    const wrong = found.find((word) => !values.some((each) => each === word));
    if (wrong === undefined && found.length > 0) return [...new Set(found as T[])];
    throw new InvalidArgumentError(`must be one or more of ${values.join(', ')}`);
  });

/** A heading and rows of two columns, below the help of a whole program. */
export const helpSection = (title: string, rows: Iterable<readonly string[]>): string =>
  ['', `${title}:`, ...table([...rows], '  ')].join('\n');

/** An action that returns the code with which the program ends. */
export const withExitCode =
  <A extends unknown[]>(target: { exitCode?: number }, run: (...given: A) => Promise<number>) =>
  async (...given: A): Promise<void> => {
    target.exitCode = await run(...given);
  };
