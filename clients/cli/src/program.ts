import type { Program } from '@comanda/command-line';
import type { Context } from './command.ts';
import { COMMANDS } from './commands.ts';
import { VARIABLES } from './service.ts';

export const PROGRAM: Program<Context> = {
  commands: COMMANDS,
  intro: 'The orders of one restaurant in your own systems: live, as files, as a database.',
  environment: { title: 'Environment', variables: VARIABLES },
  exitCodes: [
    ['0', 'done, or stopped by Ctrl-C after saving its position'],
    ['1', 'failed'],
    ['2', 'wrong usage or environment: nothing was done'],
    ['3', 'the service refuses the key: wrong, expired, revoked, scope missing, account suspended'],
    ['4', 'the target refuses: the receiver, the file, the database'],
    ['5', 'the service does not answer or is overloaded: try again later'],
    ['130, 143', 'stopped by SIGINT, SIGTERM before it was done'],
  ],
};
