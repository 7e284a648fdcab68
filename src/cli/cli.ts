import { userInfo } from 'node:os';
import type { Io } from '@comanda/command-line';
import { leaves, runProgram } from '@comanda/command-line';
import { loadConfig } from '../config/config.ts';
import { makeMintId } from '../domain/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { makeRandomBytes } from '../platform/random.ts';
import type { Context } from './command.ts';
import { describeError } from './errors.ts';
import { makeOperatorProgram } from './program.ts';

export const runCli = async (
  argv: readonly string[],
  io: Io,
  env?: NodeJS.ProcessEnv,
): Promise<number> => {
  const context = makeContext(io, env);
  const program = makeOperatorProgram(context);
  const isDebug = () => isDebugging(env);
  const code = await runProgram(program, argv, { io, describeError, isDebugging: isDebug });
  return code || (context.exitCode ?? code);
};

/** For completions beside other commands. */
export const operatorCommands = (io: Io) => leaves(makeOperatorProgram(makeContext(io, undefined)));

const makeContext = (io: Io, env: NodeJS.ProcessEnv | undefined): Context => {
  const randomBytes = makeRandomBytes();
  return {
    io,
    clock: systemClock,
    randomBytes,
    mintId: makeMintId(randomBytes),
    actor: actorName(),
    config: () => loadConfig(env),
  };
};

/** The system user: by name, or by number, which in a container may have no name. */
const actorName = (): string => {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    return `cli:uid-${process.getuid?.() ?? 'unknown'}`;
  }
};

const isDebugging = (env: NodeJS.ProcessEnv | undefined): boolean => {
  try {
    return ['debug', 'trace'].includes(loadConfig(env).logLevel);
  } catch {
    return false;
  }
};
