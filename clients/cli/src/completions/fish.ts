import { type Completable, type CompletableOption, escapedList, quoted, wordsOf } from './words.ts';

export const fishScript = (commands: readonly Completable[]): string => {
  const { first, groups } = wordsOf(commands);
  const offer = (condition: string, words: readonly (readonly [string, string])[]) =>
    words.map(
      ([word, summary]) =>
        `complete -c comanda -f -n ${quoted(condition)} -a ${quoted(word)} -d ${quoted(summary)}`,
    );
  return [
    '# Completions of comanda for fish.',
    ...offer('__fish_use_subcommand', [...first]),
    ...offer('__fish_seen_subcommand_from help', [...first]),
    ...[...groups].flatMap(([group, second]) => {
      const words = second.map(([word]) => word).join(' ');
      return offer(
        `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${words}`,
        second,
      );
    }),
    ...commands.flatMap(commandLines),
  ].join('\n');
};

const commandLines = ({ name, argument, options }: Completable): string[] => {
  const condition = name
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');
  const start = `complete -c comanda -n ${quoted(condition)}`;
  const isAnything = argument?.length === 0;
  return [
    ...(isAnything ? [] : [`${start} -f -a ${quoted(escapedList(argument ?? []))}`]),
    ...options.map((option) => `${start} ${optionWords(option)}`),
  ];
};

const optionWords = ({ long, short, help, values }: CompletableOption): string =>
  [
    `-l ${long}`,
    ...(short === null ? [] : [`-s ${short}`]),
    ...(values === null ? [] : ['-r']),
    ...(values !== null && values.length > 0 ? [`-f -a ${quoted(escapedList(values))}`] : []),
    `-d ${quoted(help)}`,
  ].join(' ');
