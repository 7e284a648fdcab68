import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { MintId } from '../domain/ids.ts';
import type { RandomBytes } from '../random.ts';
import type { Io } from './io.ts';

/** Turns the text of an option or argument into its value, or throws UsageError. */
export type Read<T> = (text: string, name: string) => T;

/** An option given as `--name VALUE`. */
export interface ValueOption<T, R extends boolean = boolean> {
  readonly value: string;
  readonly help: string;
  readonly required: R;
  readonly read: Read<T>;
}

/** An option that is there or not. */
export interface Switch {
  readonly value: null;
  readonly help: string;
}

export type Options = Readonly<Record<string, ValueOption<unknown> | Switch>>;

/** What `run` receives: required options have a value, others may be undefined, switches are on or off. */
export type Values<O extends Options> = {
  readonly [K in keyof O]: O[K] extends ValueOption<infer T, infer R>
    ? R extends true
      ? T
      : T | undefined
    : boolean;
};

export interface Argument<T> {
  readonly name: string;
  readonly help: string;
  readonly read: Read<T>;
}

/** What commands work with. The environment is read on demand: help must not depend on it. */
export interface Context {
  readonly io: Io;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly mintId: MintId;
  /** Who acts, for the audit. */
  readonly actor: string;
  config(): Config;
}

interface CommandSpec<O extends Options, A> {
  /** One or two words. */
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  readonly argument: Argument<A> | null;
  readonly options: O;
  /** More to know, a line each. */
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
  run(options: Values<O>, argument: A, context: Context): Promise<number>;
}

/** A command whose types have been checked against its own options: parsing and help read the table. */
export interface Command extends Omit<CommandSpec<Options, unknown>, 'run'> {
  run(
    options: Readonly<Record<string, unknown>>,
    argument: unknown,
    context: Context,
  ): Promise<number>;
}

export const command = <const O extends Options, A = null>(spec: CommandSpec<O, A>): Command => ({
  ...spec,
  // Parsing builds the values from this same table, so what arrives has the types it declares.
  run: (options, argument, context) => spec.run(options as Values<O>, argument as A, context),
});

export const required = <T>(value: string, help: string, read: Read<T>): ValueOption<T, true> => ({
  value,
  help,
  required: true,
  read,
});

export const optional = <T>(value: string, help: string, read: Read<T>): ValueOption<T, false> => ({
  value,
  help,
  required: false,
  read,
});

export const flag = (help: string): Switch => ({ value: null, help });
