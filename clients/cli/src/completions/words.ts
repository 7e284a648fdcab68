import { fullName } from '@comanda/command-line';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/**
 * A command as the shells see it. `argument` and `values` list the words that fit; an empty list: anything, such as a
 * file. Null: it takes none.
 */
export const toCompletable = (command: CommandUnknownOpts) => {
  const [argument] = command.registeredArguments;
  return {
    name: fullName(command),
    summary: command.summary(),
    argument: argument === undefined ? null : (argument.argChoices ?? []),
    options: command
      .createHelp()
      .visibleOptions(command)
      .map(({ long, short, description, required, argChoices }) => ({
        long: (long ?? '').replace(/^--/, ''),
        short: short?.replace(/^-/, '') ?? null,
        help: description,
        values: required ? (argChoices ?? []) : null,
      })),
  };
};

export type Completable = ReturnType<typeof toCompletable>;
export type CompletableOption = Completable['options'][number];

type Word = [word: string, summary: string];

/** The first words of commands, and the second words of each group, which are its summary too. */
export const wordsOf = (commands: readonly Completable[]) => {
  const first = new Map<string, string>();
  const groups = new Map<string, Word[]>();
  for (const { name, summary } of commands) {
    const [word = '', second] = name.split(' ');
    const members = groups.get(word) ?? [];
    if (second !== undefined) groups.set(word, [...members, [second, summary]]);
    first.set(
      word,
      second === undefined ? summary : [...members.map(([each]) => each), second].join(', '),
    );
  }
  first.set('help', 'explain a command');
  return { first, groups };
};

/** In single quotes, which all three shells read alike. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** zsh and fish expand these words once more: escaping keeps `pedido.*` from becoming file names. */
export const escapedList = (words: readonly string[]): string =>
  words.map((word) => word.replaceAll(/[^\w.-]/g, '\\$&')).join(' ');
