import type { Program } from '@comanda/command-line';
import { VARIABLES } from '../config/config.ts';
import type { Context } from './command.ts';
import { COMMANDS } from './commands.ts';
import { INTEGRATOR_COMMANDS } from './integrator.ts';

export const PROGRAM: Program<Context> = {
  commands: COMMANDS,
  intro:
    'Comanda exports the orders of restaurants: REST, a live event stream and signed webhooks.',
  elsewhere: {
    title: 'For integrators, configured by COMANDA_URL and COMANDA_KEY',
    commands: INTEGRATOR_COMMANDS,
  },
  note: 'All commands but copy work while the service runs.',
  environment: {
    title: 'Environment variables, with their defaults in brackets',
    variables: VARIABLES,
  },
  exitCodes: [
    ['0', 'done'],
    ['1', 'failed: not found, database not usable, lines refused, …'],
    ['2', 'wrong usage or configuration: nothing was done'],
    [
      '3, 4, 5',
      'commands for integrators: key refused, write to the target failed, service unavailable',
    ],
    ['130, 143', 'stopped by SIGINT, SIGTERM'],
  ],
};
