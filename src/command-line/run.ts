import { inspect } from 'node:util';
import { type Description, EXIT } from './errors.ts';
import { foldHelp, generalHelp } from './help.ts';
import type { Io } from './io.ts';
import { parseCommandLine } from './parse.ts';
import type { Program } from './program.ts';

interface RunOptions<C> {
  io: Io;
  /** What the command works with: made when one is run, not for help. */
  makeContext(): C;
  describeError(error: unknown): Description;
  /** Whether an error is to be shown with where it came from. */
  isDebugging(): boolean;
}

/** Runs what was typed; gives the exit code. */
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
