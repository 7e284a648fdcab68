import type { Service } from './service.ts';
import type { Clock } from './terminal/clock.ts';
import type { Io } from './terminal/io.ts';

export type Read<T> = (text: string, name: string) => T;

export interface ValueOption<T, R extends boolean = boolean> {
  /** How help names the value; null for a switch. */
  readonly value: string;
  /** One letter that stands for the name. */
  readonly short?: string;
  /** Everything that the value may be, where that is a list: for completions. */
  readonly values?: readonly string[];
  readonly help: string;
  readonly required: R;
  readonly read: Read<T>;
}

export interface Switch {
  readonly value: null;
  readonly short?: undefined;
  readonly help: string;
}

export type Options = Readonly<Record<string, ValueOption<unknown> | Switch>>;

type Values<O extends Options> = {
  readonly [K in keyof O]: O[K] extends ValueOption<infer T, infer R>
    ? T | (R extends true ? never : undefined)
    : boolean;
};

export interface Argument<T> {
  readonly name: string;
  readonly help: string;
  readonly values?: readonly string[];
  /** What it is when it is left out; without this, it must be given. */
  readonly fallback?: T;
  readonly read: Read<T>;
}

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

/** What is known of a command without running it. */
export type Listed = Pick<Command, 'name' | 'summary' | 'argument' | 'options'>;

/** A command is this one object: parsing, help and everything else derive from it. */
interface CommandSpec<O extends Options, A> {
  readonly name: string;
  readonly summary: string;
  readonly argument?: Argument<A>;
  readonly options?: O;
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
  /** Gives the exit code; none means that all went well. */
  run(
    given: { options: Values<O>; argument: A },
    context: Context,
  ): Promise<number> | Promise<void>;
}

export interface Command extends Omit<CommandSpec<Options, unknown>, 'run' | 'options'> {
  readonly options: Options;
  run(given: Given, context: Context): Promise<number> | Promise<void>;
}

export interface Given {
  readonly options: Readonly<Record<string, unknown>>;
  readonly argument: unknown;
}

export const defineCommand = <const O extends Options = Record<never, never>, A = undefined>(
  spec: CommandSpec<O, A>,
): Command => ({
  options: {},
  ...spec,
  // The parser builds the values from this same table, so they have the types that it declares.
  run: (given, context) => spec.run(given as { options: Values<O>; argument: A }, context),
});

type Extra = Pick<ValueOption<unknown>, 'short' | 'values'>;

export const required = <T>(
  value: string,
  help: string,
  read: Read<T>,
  extra: Extra = {},
): ValueOption<T, true> => ({ ...extra, value, help, required: true, read });

export const optional = <T>(
  value: string,
  help: string,
  read: Read<T>,
  extra: Extra = {},
): ValueOption<T, false> => ({ ...extra, value, help, required: false, read });

export const flag = (help: string): Switch => ({ value: null, help });
