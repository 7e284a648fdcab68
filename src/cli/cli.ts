import { userInfo } from 'node:os';
import { inspect } from 'node:util';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config/config.ts';
import { makeMintId } from '../domain/ids.ts';
import { makeRandomBytes } from '../random.ts';
import type { Context } from './command.ts';
import { COMMANDS } from './commands.ts';
import { EXIT } from './exit.ts';
import { commandHelp, generalHelp, groupHelp } from './help.ts';
import type { Io } from './io.ts';
import { parse } from './parse.ts';
import { problemOf } from './problem.ts';
import { type Request, resolve } from './resolve.ts';

/** Runs a command line to its end; never throws. */
export const runCli = async (argv: readonly string[], io: Io): Promise<number> => {
  if (argv.length === 0) {
    io.err(generalHelp(COMMANDS));
    return EXIT.usage;
  }
  const context = makeContext(io);
  try {
    const request = resolve(COMMANDS, argv);
    if (request.kind === 'help') {
      io.out(helpText(request.topic));
      return EXIT.ok;
    }
    const { command, words } = request;
    const { options, argument } = parse(command, words);
    return await command.run(options, argument, context);
  } catch (error) {
    const { line, code } = problemOf(error);
    io.err(`comanda: ${line}`);
    if (wantsStack(context)) io.err(inspect(error));
    return code;
  }
};

const makeContext = (io: Io): Context => {
  const randomBytes = makeRandomBytes();
  return {
    io,
    clock: systemClock,
    randomBytes,
    mintId: makeMintId(randomBytes),
    actor: actorName(),
    config: () => loadConfig(),
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

const helpText = (topic: (Request & { kind: 'help' })['topic']): string => {
  if (topic === 'general') return generalHelp(COMMANDS);
  return 'group' in topic ? groupHelp(topic.group, topic.commands) : commandHelp(topic);
};

const wantsStack = (context: Context): boolean => {
  try {
    return ['debug', 'trace'].includes(context.config().logLevel);
  } catch {
    return false;
  }
};
