import type { Listed, Options } from './command.ts';
import type { Program } from './program.ts';
import { table, width } from './text.ts';

export const generalHelp = <C>(program: Program<C>): string => {
  const { commands, intro, elsewhere, note = '', environment, exitCodes } = program;
  return [
    intro,
    '',
    'Usage: comanda COMMAND [options]',
    '',
    ...commandTable(commands),
    ...(elsewhere ? ['', `${elsewhere.title}:`, '', ...table([...elsewhere.commands], '  ')] : []),
    '',
    `Every command explains itself: comanda COMMAND --help. ${note}`.trimEnd(),
    '',
    `${environment.title}:`,
    ...table(Object.entries(environment.variables), '  '),
    '',
    'Exit codes:',
    ...table(exitCodes, '  '),
  ].join('\n');
};

export const groupHelp = (group: string, commands: readonly Listed[]): string =>
  [
    `Usage: comanda ${group} COMMAND [options]`,
    '',
    ...commandTable(commands),
    '',
    `Every command explains itself: comanda ${group} COMMAND --help`,
  ].join('\n');

export const commandHelp = (command: Listed): string => {
  const { summary, argument, options, notes = [], examples } = command;
  const rows = Object.entries(options).map(([name, { help }]) => [
    optionLabel(options, name),
    help,
  ]);
  return [
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    `Usage: ${usage(command)}`,
    '',
    ...table(
      [
        ...(argument === undefined ? [] : [[argument.name, argument.help]]),
        ...rows,
        ['--help', 'show this help'],
      ],
      '  ',
    ),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n');
};

/** With less room a line stays whole. */
const FOLDED_CHARS_MIN = 20;

/** Folds help to the width of the terminal: rows fold within their last cell, examples stay whole, to be copied. */
export const foldHelp = (help: string, columns: number | null): string =>
  columns === null
    ? help
    : help
        .split('\n')
        .flatMap((line) => foldLine(line, columns))
        .join('\n');

const foldLine = (line: string, columns: number): string[] => {
  const [, before = '', text = line] = /^( {2}\S.*? {2,})(\S.*)$/.exec(line) ?? [];
  const indent = width(before);
  const room = columns - indent;
  if (text.startsWith(' ') || room < FOLDED_CHARS_MIN) return [line];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || width(last) + 1 + width(word) > room) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((each, i) => (i === 0 ? before : ' '.repeat(indent)) + each);
};

const optionLabel = (options: Options, name: string): string => {
  const { value, short } = options[name] ?? {};
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return [names, value].filter(Boolean).join(' ');
};

const argumentLabel = ({ argument }: Listed): string | undefined =>
  argument === undefined || argument.fallback === undefined ? argument?.name : `[${argument.name}]`;

const usage = (command: Listed): string => {
  const options = Object.entries(command.options).map(([name, spec]) => {
    const text = [`--${name}`, spec.value].filter(Boolean).join(' ');
    return spec.value !== null && spec.required ? text : `[${text}]`;
  });
  return ['comanda', command.name, argumentLabel(command), ...options].filter(Boolean).join(' ');
};

const commandTable = (commands: readonly Listed[]): string[] =>
  table(
    commands.map((command) => [
      [command.name, argumentLabel(command)].filter(Boolean).join(' '),
      command.summary,
    ]),
    '  ',
  );
