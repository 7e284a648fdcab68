import type { Command } from './command.ts';
import { backup } from './commands/backup.ts';
import { importCommand } from './commands/import/import.ts';
import { keysCreate } from './commands/keys/create.ts';
import { keysList } from './commands/keys/list.ts';
import { keysRevoke } from './commands/keys/revoke.ts';
import { keysRotate } from './commands/keys/rotate.ts';
import { migrate } from './commands/migrate.ts';
import { restaurantsList } from './commands/restaurants/list.ts';
import { restaurantsResume } from './commands/restaurants/resume.ts';
import { restaurantsSuspend } from './commands/restaurants/suspend.ts';
import { serve } from './commands/serve/serve.ts';
import { usersCreate } from './commands/users/create.ts';
import { usersLink } from './commands/users/link.ts';
import { usersList } from './commands/users/list.ts';
import { version } from './commands/version.ts';

/** Every command, in the order in which the help shows them. */
export const COMMANDS: readonly Command[] = [
  serve,
  keysCreate,
  keysList,
  keysRotate,
  keysRevoke,
  restaurantsList,
  restaurantsSuspend,
  restaurantsResume,
  usersCreate,
  usersList,
  usersLink,
  importCommand,
  backup,
  migrate,
  version,
];
