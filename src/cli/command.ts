import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { MintId } from '../domain/ids.ts';
import type { RandomBytes } from '../random.ts';
import type { Io } from './terminal/io.ts';

export type Read<T> = (text: string, name: string) => T;

export interface ValueOption<T, R extends boolean = boolean> {
  /** How help names the value; null for a switch. */
  readonly value: string;
  readonly help: string;
  readonly required: R;
  readonly read: Read<T>;
}

export type Switch = { readonly value: null; readonly help: string };

export type Options = Readonly<Record<string, ValueOption<unknown> | Switch>>;

type Values<O extends Options> = {
  readonly [K in keyof O]: O[K] extends ValueOption<infer T, infer R>
    ? T | (R extends true ? never : undefined)
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
  readonly actor: string;
  config(): Config;
}

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
