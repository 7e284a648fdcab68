import { helpSection, makeProgram } from '@comanda/command-line';
import { VARIABLES } from '../config/config.ts';
import type { Context } from './command.ts';
import { NAME_AND_VERSION } from './commands/version.ts';
import { makeCommands } from './commands.ts';
import { makeIntegratorCommands } from './integrator.ts';

const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'failed: not found, database not usable, lines refused, …'],
  ['2', 'wrong usage or configuration: nothing was done'],
  [
    '3, 4, 5',
    'commands for integrators: key refused, write to the target failed, service unavailable',
  ],
  ['130, 143', 'stopped by SIGINT, SIGTERM'],
];

export const makeOperatorProgram = (context: Context) =>
  makeProgram({
    version: NAME_AND_VERSION,
    description:
      'Comanda exports the orders of restaurants: REST, a live event stream and signed webhooks.\n' +
      'All commands but copy work while the service runs. Each explains itself: comanda COMMAND --help',
    commands: [...makeCommands(context), ...makeIntegratorCommands()],
    sections: [
      helpSection(
        'Environment variables, with their defaults in brackets',
        Object.entries(VARIABLES),
      ),
      helpSection('Exit codes', EXIT_CODES),
    ],
  });
