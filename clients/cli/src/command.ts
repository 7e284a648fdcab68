import type { Io } from '@comanda/command-line';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Clock } from './clock.ts';
import type { Service } from './service.ts';

/** Everything that a command may use. `service()` reads the environment on demand, because help needs none. */
export interface Context {
  readonly io: Io;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** At least 0, less than 1: for jitter. */
  readonly random: () => number;
  /** The code with which the program ends, if the command sets it. */
  exitCode?: number;
  /** Commands of another program that shares this name, for completions. */
  beside(io: Io): readonly CommandUnknownOpts[];
  service(): Service;
}
