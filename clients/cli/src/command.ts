import { commandsOn, type Listed } from '../../../src/command-line/command.ts';
import type { Io } from '../../../src/command-line/io.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { Service } from './service.ts';

/** Everything that a command may use. `service()` reads the environment on demand, because help needs none. */
export interface Context {
  readonly io: Io;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** At least 0, less than 1: for jitter. */
  readonly random: () => number;
  /** All commands, for completions. */
  readonly commands: readonly Listed[];
  service(): Service;
}

export const defineCommand = commandsOn<Context>();
