import { inspect } from 'node:util';
import { type Description, EXIT } from './errors.ts';
import { foldHelp, generalHelp } from './help.ts';
import type { Io } from './io.ts';
import { parseCommandLine } from './parse.ts';
import type { Program } from './program.ts';

interface RunOptions<C> {
  io: Io;
  /** Makes the context of a command; help does without one. */
  makeContext(): C;
  describeError(error: unknown): Description;
  /** Whether errors are shown with their stack. */
  isDebugging(): boolean;
}

/** Runs the command line; returns the exit code. */
export const runProgram = async <C>(
  program: Program<C>,
  argv: readonly string[],
  { io, makeContext, describeError, isDebugging }: RunOptions<C>,
): Promise<number> => {
  if (argv.length === 0) {
    io.err(foldHelp(generalHelp(program), io.columns()));
    return EXIT.usage;
  }
  try {
    const request = parseCommandLine(program, argv);
    if (request.kind === 'run') {
      return (await request.command.run(request.given, makeContext())) ?? EXIT.ok;
    }
    io.out(foldHelp(request.text, io.width()));
    return EXIT.ok;
  } catch (error) {
    const { line, code } = describeError(error);
    io.err(`comanda: ${line}`);
    if (isDebugging()) io.err(inspect(error));
    return code;
  }
};
