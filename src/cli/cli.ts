import { userInfo } from 'node:os';
import type { Io } from '@comanda/command-line';
import { runProgram } from '@comanda/command-line';
import { loadConfig } from '../config/config.ts';
import { makeMintId } from '../domain/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { makeRandomBytes } from '../platform/random.ts';
import type { Context } from './command.ts';
import { describeError } from './errors.ts';
import { PROGRAM } from './program.ts';

export const runCli = (argv: readonly string[], io: Io, env?: NodeJS.ProcessEnv): Promise<number> =>
  runProgram(PROGRAM, argv, {
    io,
    describeError,
    makeContext: () => makeContext(io, env),
    isDebugging: () => isDebugging(env),
  });

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
