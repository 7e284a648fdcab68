import type { Command } from './command.ts';
import { backup, migrate } from './commands/database.ts';
import { importCommand } from './commands/import.ts';
import { keysCreate, keysList, keysRevoke, keysRotate } from './commands/keys.ts';
import { restaurantsList, restaurantsResume, restaurantsSuspend } from './commands/restaurants.ts';
import { serve } from './commands/serve.ts';
import { usersCreate, usersLink, usersList } from './commands/users.ts';
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
