import type { Io } from '@comanda/command-line';
import { commandsOn, type Listed } from '@comanda/command-line';
import type { Clock } from './clock.ts';
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
