import { exitProcess, type Io, processIo, runProgram } from '@comanda/command-line';
import { systemClock } from './clock.ts';
import type { Context } from './command.ts';
import { describeError, EXIT } from './errors.ts';
import { makeIntegratorProgram } from './program.ts';
import { readService } from './service.ts';

type Beside = Context['beside'];

/** Runs the command line that this process was started with, then exits. */
export const runProcess = async (beside?: Beside): Promise<void> => {
  // Files and mirrors hold customers' data: only the owner may read them.
  process.umask(0o077);
  const io = processIo({ term: process.env['TERM'], outputFailed: EXIT.target });
  exitProcess(await runCli(process.argv.slice(2), { io, env: process.env, beside }));
};

interface CliOptions {
  io: Io;
  env: Readonly<Record<string, string | undefined>>;
  beside?: Beside | undefined;
}

export const runCli = async (
  argv: readonly string[],
  { io, env, beside = () => [] }: CliOptions,
): Promise<number> => {
  const context: Context = {
    io,
    env,
    beside,
    clock: systemClock,
    random: () => Math.random(),
    service: () => readService(env),
  };
  const isDebugging = () => env['COMANDA_DEBUG'] === '1';
  const program = makeIntegratorProgram(context);
  const code = await runProgram(program, argv, { io, describeError, isDebugging });
  return code || (context.exitCode ?? code);
};
