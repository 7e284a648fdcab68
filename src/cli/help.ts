import { VARIABLES } from '../config/config.ts';
import type { Command, Options } from './command.ts';
import { EXIT_CODES } from './errors.ts';
import { INTEGRATOR_COMMANDS } from './integrator.ts';
import { table } from './terminal/text.ts';

export const generalHelp = (commands: readonly Command[]): string =>
  [
    'Comanda exports the orders of restaurants: REST, a live event stream and signed webhooks.',
    '',
    'Usage: comanda COMMAND [options]',
    '',
    ...commandTable(commands),
    '',
    'For integrators, with COMANDA_URL and COMANDA_KEY:',
    '',
    ...table([...INTEGRATOR_COMMANDS], '  '),
    '',
    'Every command explains itself: comanda COMMAND --help. All of them work while the service runs.',
    '',
    'Environment, with the defaults in brackets:',
    ...table(Object.entries(VARIABLES), '  '),
    '',
    'Exit codes:',
    ...table(EXIT_CODES, '  '),
  ].join('\n');

export const groupHelp = (group: string, commands: readonly Command[]): string =>
  [
    `Usage: comanda ${group} COMMAND [options]`,
    '',
    ...commandTable(commands),
    '',
    `Every command explains itself: comanda ${group} COMMAND --help`,
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

const written = (options: Options, name: string): string =>
  [`--${name}`, options[name]?.value].filter(Boolean).join(' ');

const usage = ({ name, argument, options }: Command): string => {
  const optionsUsage = Object.entries(options).map(([option, spec]) => {
    const text = written(options, option);
    return spec.value !== null && spec.required ? text : `[${text}]`;
  });
  return ['comanda', name, argument?.name, ...optionsUsage].filter(Boolean).join(' ');
};

const commandTable = (commands: readonly Command[]): string[] =>
  table(
    commands.map(({ name, argument, summary }) => [
      argument === undefined ? name : `${name} ${argument.name}`,
      summary,
    ]),
    '  ',
  );
