import { VARIABLES } from '../config/variables.ts';
import { type Command, flag } from './command.ts';
import { EXIT_CODES } from './exit.ts';
import { usageOf } from './parse.ts';
import { table } from './text.ts';

const HELP = { help: flag('show this help') };

export const generalHelp = (commands: readonly Command[]): string =>
  [
    'Comanda exports the orders of restaurants: REST, a live event stream and signed webhooks.',
    '',
    'Usage: comanda COMMAND [options]',
    '',
    ...commandTable(commands),
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
  const rows = Object.entries({ ...options, ...HELP }).map(([name, { value, help }]) => [
    value === null ? `--${name}` : `--${name} ${value}`,
    help,
  ]);
  return [
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    `Usage: ${usageOf(command)}`,
    '',
    ...table([...(argument === null ? [] : [[argument.name, argument.help]]), ...rows], '  '),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.map((example) => `  ${example}`),
  ].join('\n');
};

const commandTable = (commands: readonly Command[]): string[] =>
  table(
    commands.map(({ name, argument, summary }) => [
      argument === null ? name : `${name} ${argument.name}`,
      summary,
    ]),
    '  ',
  );
