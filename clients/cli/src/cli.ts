import type { Listed } from '@comanda/command-line';
import { exitProcess, type Io, processIo, runProgram } from '@comanda/command-line';
import { systemClock } from './clock.ts';
import { describeError, EXIT } from './errors.ts';
import { PROGRAM } from './program.ts';
import { readService } from './service.ts';

/** Runs the command line that this process was started with, then exits. */
export const runProcess = async (beside: readonly Listed[] = []): Promise<void> => {
  const io = processIo({ term: process.env['TERM'], outputFailed: EXIT.target });
  exitProcess(await runCli(process.argv.slice(2), { io, env: process.env, beside }));
};

interface CliOptions {
  io: Io;
  env: Readonly<Record<string, string | undefined>>;
  /** Commands of another program that shares this name: completions offer them too. */
  beside?: readonly Listed[];
}

export const runCli = (
  argv: readonly string[],
  { io, env, beside = [] }: CliOptions,
): Promise<number> =>
  runProgram(PROGRAM, argv, {
    io,
    describeError,
    makeContext: () => ({
      io,
      env,
      commands: [...beside, ...PROGRAM.commands],
      clock: systemClock,
      random: () => Math.random(),
      service: () => readService(env),
    }),
    isDebugging: () => env['COMANDA_DEBUG'] === '1',
  });
