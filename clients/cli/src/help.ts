import type { Command, Options } from './command.ts';
import { EXIT_CODES } from './errors.ts';
import { VARIABLES } from './service.ts';
import { table } from './terminal/text.ts';

export const generalHelp = (commands: readonly Command[]): string =>
  [
    'The orders of one restaurant in your own systems: live, as files, as a database.',
    '',
    'Usage: comanda COMMAND [options]',
    '',
    ...table(
      commands.map((command) => [
        [command.name, writtenArgument(command)].filter(Boolean).join(' '),
        command.summary,
      ]),
      '  ',
    ),
    '',
    'Every command explains itself: comanda COMMAND --help.',
    '',
    'Environment:',
    ...table(Object.entries(VARIABLES), '  '),
    '',
    'Exit codes:',
    ...table(EXIT_CODES, '  '),
  ].join('\n');

export const commandHelp = (command: Command): string => {
  const { summary, argument, options, notes = [], examples } = command;
  const rows = Object.entries(options).map(([name, { help }]) => [written(options, name), help]);
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

const written = (options: Options, name: string): string => {
  const { value, short } = options[name] ?? {};
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return [names, value].filter(Boolean).join(' ');
};

const writtenArgument = ({ argument }: Command): string | undefined =>
  argument === undefined || argument.fallback === undefined ? argument?.name : `[${argument.name}]`;

const usage = (command: Command): string => {
  const options = Object.entries(command.options).map(([name, spec]) => {
    const text = [`--${name}`, spec.value].filter(Boolean).join(' ');
    return spec.value !== null && spec.required ? text : `[${text}]`;
  });
  return ['comanda', command.name, writtenArgument(command), ...options].filter(Boolean).join(' ');
};
