import { inspect } from 'node:util';
import type { Command, Context, Listed } from './command.ts';
import { parseCommandLine } from './command-line.ts';
import { COMMANDS } from './commands.ts';
import { describeError, EXIT } from './errors.ts';
import { generalHelp } from './help.ts';
import { readService } from './service.ts';
import { systemClock } from './terminal/clock.ts';
import type { Io } from './terminal/io.ts';

export interface CliOptions {
  io: Io;
  env: Readonly<Record<string, string | undefined>>;
  /** Commands of another program of this name, which completions are to know too. */
  beside?: readonly Listed[];
}

export const runCli = async (
  argv: readonly string[],
  { io, env, beside = [] }: CliOptions,
): Promise<number> => {
  if (argv.length === 0) {
    io.err(generalHelp(COMMANDS));
    return EXIT.usage;
  }
  try {
    const request = parseCommandLine(COMMANDS, argv);
    if (request.kind === 'help') {
      io.out(request.text);
      return EXIT.ok;
    }
    const context = makeContext(io, env, [...beside, ...COMMANDS]);
    return (await request.command.run(request.given, context)) ?? EXIT.ok;
  } catch (error) {
    const { line, code } = describeError(error);
    io.err(`comanda: ${line}`);
    if (env['COMANDA_DEBUG'] === '1') io.err(inspect(error));
    return code;
  }
};

const makeContext = (
  io: Io,
  env: CliOptions['env'],
  commands: readonly (Listed | Command)[],
): Context => ({
  io,
  env,
  commands,
  clock: systemClock,
  random: () => Math.random(),
  service: () => readService(env),
});
