import { helpSection, makeProgram } from '@comanda/command-line';
import type { Context } from './command.ts';
import { NAME_AND_VERSION } from './commands/version.ts';
import { makeCommands } from './commands.ts';
import { VARIABLES } from './service.ts';

export const EXIT_CODES = [
  ['0', 'done, or stopped by Ctrl-C after saving its position'],
  ['1', 'failed'],
  ['2', 'wrong usage or environment: nothing was done'],
  ['3', 'the service refuses the key: wrong, expired, revoked, scope missing, account suspended'],
  ['4', 'the target refuses: the receiver, the file, the database'],
  ['5', 'the service does not answer or is overloaded: try again later'],
  ['130, 143', 'stopped by SIGINT, SIGTERM before it was done'],
];

export const makeIntegratorProgram = (context: Context) =>
  makeProgram({
    version: NAME_AND_VERSION,
    description:
      'The orders of one restaurant in your own systems: live, as files, as a database.\n' +
      'Each command explains itself: comanda COMMAND --help',
    commands: makeCommands(context),
    sections: [
      helpSection('Environment', Object.entries(VARIABLES)),
      helpSection('Exit codes', EXIT_CODES),
    ],
  });
