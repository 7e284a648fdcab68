export interface CompletableOption {
  long: string;
  short: string | null;
  help: string;
  /** The values that it takes; empty: anything, such as a file. Null: it takes none. */
  values: readonly string[] | null;
}

export interface Completable {
  /** One word, or two: `keys create`. */
  name: string;
  summary: string;
  /** The arguments that it takes; empty: anything, such as a file. Null: it takes none. */
  argument: readonly string[] | null;
  options: readonly CompletableOption[];
}

export const HELP: CompletableOption = {
  long: 'help',
  short: null,
  help: 'show this help',
  values: null,
};

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
