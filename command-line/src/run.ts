import { inspect } from 'node:util';
import { Command, type CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import { CommanderError, InvalidArgumentError } from 'commander';
import { fullName, leaves } from './command.ts';
import { type Description, EXIT, UsageError } from './errors.ts';
import type { Io } from './io.ts';
import { excerpt, oneLine } from './text.ts';

interface ProgramOptions {
  /** For `--version`. */
  version: string;
  /** The purpose of the program, in a sentence. */
  description: string;
  commands: readonly CommandUnknownOpts[];
  /** Below the list of commands. */
  sections: readonly string[];
}

/** One of the programs that are called `comanda`. */
export const makeProgram = ({ version, description, commands, sections }: ProgramOptions) => {
  const program = new Command('comanda')
    .version(version, '-V, --version', 'print name and version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command...]', 'explain a command')
    .description(description)
    .usage('COMMAND [options]')
    .configureHelp({
      // Commands of groups are listed one by one: nobody has to ask each group. Only here, because suggestions are made from
      // the visible commands too.
      formatHelp(command, helper) {
        helper.visibleCommands = (asked) => asked.commands.flatMap(leaves);
        return Help.prototype.formatHelp(command, helper);
      },
      subcommandTerm: (command) => [fullName(command), ...argumentsOf(command)].join(' '),
      subcommandDescription: (command) => command.summary() || command.description(),
    })
    .addHelpText('after', sections.join('\n'));
  for (const command of commands) program.addCommand(command);
  return program;
};

const argumentsOf = ({ registeredArguments }: CommandUnknownOpts): string[] =>
  registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));

interface RunOptions {
  io: Io;
  describeError(error: unknown): Description;
  /** Whether errors are shown with their stack. */
  isDebugging(): boolean;
}

/** Runs the command line; returns the exit code if it is known here. */
export const runProgram = async (
  program: CommandUnknownOpts,
  argv: readonly string[],
  { io, describeError, isDebugging }: RunOptions,
): Promise<number> => {
  program.exitOverride().configureOutput({
    writeOut: (given) => io.out(given.trimEnd()),
    writeErr: (given) => io.err(given.trimEnd()),
    // Reported below, on one line.
    outputError: () => undefined,
    getOutHelpWidth: () => io.width() ?? Number.POSITIVE_INFINITY,
    getErrHelpWidth: () => io.columns() ?? Number.POSITIVE_INFINITY,
  });
  inheritSettings(program);
  for (const command of leaves(program)) checkValues(command, argv);
  try {
    await program.parseAsync(helpWords(program, argv), { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    // It has printed its help already: nothing else was asked.
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
    const { line, code } =
      error instanceof CommanderError ? describeMistake(error) : describeError(error);
    io.err(`comanda: ${line}`);
    if (isDebugging()) io.err(inspect(error));
    return code;
  }
};

/** Commands that were added, not made by their parent, begin with settings of their own. */
const inheritSettings = (command: CommandUnknownOpts): void => {
  for (const each of command.commands) {
    each.copyInheritedSettings(command);
    inheritSettings(each);
  }
};

const MISTAKE_CHARS_MAX = 1_000;

const describeMistake = ({ message }: CommanderError): Description => {
  const line = oneLine(message.replace(/^error: /, ''));
  return { line: line.slice(0, MISTAKE_CHARS_MAX), code: EXIT.usage };
};

/** `help keys create` asks as `keys create --help` does; commander's own takes one word. An unknown command is run, to be refused. */
const helpWords = (program: CommandUnknownOpts, argv: readonly string[]): readonly string[] => {
  const [first, ...topic] = argv;
  if (first !== 'help') return argv;
  let command: CommandUnknownOpts | undefined = program;
  for (const word of topic) command = command?.commands.find((each) => each.name() === word);
  return command === undefined ? topic : [...topic, '--help'];
};

/**
 * Commander takes the last of several values, and `--json` in `--name --json` for the name. Its errors quote values, which
 * may be secrets: ours name what was expected.
 */
const checkValues = (command: CommandUnknownOpts, argv: readonly string[]): void => {
  for (const option of command.options) {
    if (!option.required) continue;
    const { long, short, flags, parseArg } = option;
    let isGiven = false;
    option.argParser((value: string, previous) => {
      if (isGiven && !option.variadic) throw new UsageError(`${long} is given twice`);
      isGiven = true;
      const isWithin = argv.includes(`${long}=${value}`) || argv.includes(`${short}${value}`);
      if (value.startsWith('-') && value !== '-' && !isWithin) {
        throw new UsageError(
          `${flags} needs a value (if it begins with a dash: ${long}=${excerpt(value)})`,
        );
      }
      return named(`${long}`, () => (parseArg ? parseArg(value, previous) : value));
    });
  }
  for (const argument of command.registeredArguments) {
    const { parseArg } = argument;
    if (!parseArg) continue;
    argument.argParser((value, previous) =>
      named(argument.name(), () => parseArg(value, previous)),
    );
  }
};

const named = <T>(name: string, parse: () => T): T => {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    const message = error.message.replace(/^Allowed choices are (.*)\.$/, 'must be one of $1');
    throw new UsageError(`${name} ${message}`);
  }
};
