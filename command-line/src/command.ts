export interface Read<T> {
  (text: string, name: string): T;
  /** All allowed values, if they are a list: for completions. */
  readonly values?: readonly string[];
}

interface ValueOption<T, R extends boolean = boolean> {
  /** How help names the value. */
  readonly value: string;
  /** One letter that stands for the name. */
  readonly short?: string;
  readonly help: string;
  readonly required: R;
  readonly read: Read<T>;
}

interface Switch {
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

interface Argument<T> {
  readonly name: string;
  readonly help: string;
  /** The value if the argument is left out; without a fallback, the argument is required. */
  readonly fallback?: T;
  readonly read: Read<T>;
}

/** A command is this one object: parsing, help and everything else derive from it. `C` is the context that it runs with. */
interface CommandSpec<C, O extends Options, A> {
  /** One word, or a group and a word: `migrate`, `keys list`. */
  readonly name: string;
  readonly summary: string;
  readonly argument?: Argument<A>;
  readonly options?: O;
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
  /** Returns the exit code; none means success. */
  run(given: { options: Values<O>; argument: A }, context: C): Promise<number> | Promise<void>;
}

export interface Command<C> extends Omit<CommandSpec<C, Options, unknown>, 'run' | 'options'> {
  readonly options: Options;
  run(given: Given, context: C): Promise<number> | Promise<void>;
}

/** The description of a command, without the code that runs it. */
export type Listed = Omit<Command<never>, 'run'>;

export interface Given {
  readonly options: Readonly<Record<string, unknown>>;
  readonly argument: unknown;
}

/** `defineCommand` for the commands of one program, which all work with the same context. */
export const commandsOn =
  <C>() =>
  <const O extends Options = Record<never, never>, A = undefined>(
    spec: CommandSpec<C, O, A>,
  ): Command<C> => ({
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

export const optional = <T>(
  value: string,
  help: string,
  read: Read<T>,
  extra: Pick<ValueOption<T>, 'short'> = {},
): ValueOption<T, false> => ({ ...extra, value, help, required: false, read });

export const flag = (help: string): Switch => ({ value: null, help });
