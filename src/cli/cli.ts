import { userInfo } from 'node:os';
import { inspect } from 'node:util';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config/config.ts';
import { makeMintId } from '../domain/ids.ts';
import { makeRandomBytes } from '../random.ts';
import type { Context } from './command.ts';
import { parseCommandLine } from './command-line.ts';
import { COMMANDS } from './commands.ts';
import { describeError, EXIT } from './errors.ts';
import { generalHelp } from './help.ts';
import type { Io } from './terminal/io.ts';

export const runCli = async (
  argv: readonly string[],
  io: Io,
  env?: NodeJS.ProcessEnv,
): Promise<number> => {
  if (argv.length === 0) {
    io.err(generalHelp(COMMANDS));
    return EXIT.usage;
  }
  try {
    const request = parseCommandLine(COMMANDS, argv);
    if (request.kind === 'run') {
      return (await request.command.run(request.given, makeContext(io, env))) ?? EXIT.ok;
    }
    io.out(request.text);
    return EXIT.ok;
  } catch (error) {
    const { line, code } = describeError(error);
    io.err(`comanda: ${line}`);
    if (wantsStack(env)) io.err(inspect(error));
    return code;
  }
};

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

/** The system user; in a container the number may have no name. */
const actorName = (): string => {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    return `cli:uid-${process.getuid?.() ?? 'unknown'}`;
  }
};

const wantsStack = (env: NodeJS.ProcessEnv | undefined): boolean => {
  try {
    return ['debug', 'trace'].includes(loadConfig(env).logLevel);
  } catch {
    return false;
  }
};
