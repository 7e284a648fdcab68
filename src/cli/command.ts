import type { Io } from '@comanda/command-line';
import type { Config } from '../config/config.ts';
import type { MintId } from '../domain/ids.ts';
import type { Clock } from '../platform/clock.ts';
import type { RandomBytes } from '../platform/random.ts';

/** The dependencies of every command. `config` reads the environment on demand: help must not depend on it. */
export interface Context {
  readonly io: Io;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly mintId: MintId;
  readonly actor: string;
  /** The code with which the program ends, if the command sets it. */
  exitCode?: number;
  config(): Config;
}
