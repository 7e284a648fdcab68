import type { Clock } from '../../../src/clock.ts';
import { commandsOn, type Listed } from '../../../src/command-line/command.ts';
import type { Io } from '../../../src/command-line/io.ts';
import type { Service } from './service.ts';

/** What commands work with. The service is named by the environment, which is read on demand: help needs none. */
export interface Context {
  readonly io: Io;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** At least 0, less than 1: for jitter. */
  readonly random: () => number;
  /** Every command that there is: for completions. */
  readonly commands: readonly Listed[];
  service(): Service;
}

export const defineCommand = commandsOn<Context>();
