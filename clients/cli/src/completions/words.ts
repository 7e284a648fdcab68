import type { Listed } from '../../../../src/command-line/command.ts';

const HELP = { long: 'help', short: null, help: 'show this help', values: null };

/**
 * A command as the shells see it. `argument` and `values` list the words that fit; an empty list: anything, such as a
 * file. Null: it takes none.
 */
export const toCompletable = ({ name, summary, argument, options }: Listed) => ({
  name,
  summary,
  argument: argument === undefined ? null : (argument.read.values ?? []),
  options: [
    ...Object.entries(options).map(([long, option]) => ({
      long,
      short: option.short ?? null,
      help: option.help,
      values: option.value === null ? null : (option.read.values ?? []),
    })),
    HELP,
  ],
});

export type Completable = ReturnType<typeof toCompletable>;
export type CompletableOption = Completable['options'][number];

/** The first words, each once. The summary of a group lists its second words. */
export const firstWords = (commands: readonly Completable[]): Map<string, string> => {
  const words = new Map<string, string>();
  for (const { name, summary } of commands) {
    const [first = '', second] = name.split(' ');
    if (second === undefined) words.set(first, summary);
    else words.set(first, [words.get(first), second].filter(Boolean).join(', '));
  }
  return words.set('help', 'explain a command');
};

/** The second words of a group; empty for a command of one word. */
export const secondWords = (
  commands: readonly Completable[],
  first: string,
): [word: string, summary: string][] =>
  commands.flatMap(({ name, summary }) => {
    const [group, second] = name.split(' ');
    return group === first && second !== undefined ? [[second, summary]] : [];
  });

/** In single quotes, which all three shells read alike. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** zsh and fish expand these words once more: escaping keeps `pedido.*` from becoming file names. */
export const escapedList = (words: readonly string[]): string =>
  words.map((word) => word.replaceAll(/[^\w.-]/g, '\\$&')).join(' ');
