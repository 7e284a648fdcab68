import type { Command } from '@comanda/command-line';
import type { Context } from './command.ts';
import { backup } from './commands/backup.ts';
import { copy } from './commands/copy.ts';
import { customersForget, customersShow } from './commands/customers.ts';
import { importCommand } from './commands/import/import.ts';
import { keysCreate, keysRevoke, keysRotate } from './commands/keys.ts';
import { keysList } from './commands/keys-list.ts';
import { migrate } from './commands/migrate.ts';
import {
  restaurantsDelete,
  restaurantsList,
  restaurantsResume,
  restaurantsSuspend,
} from './commands/restaurants.ts';
import { restaurantsCreate } from './commands/restaurants-create.ts';
import { screensList, screensRevoke } from './commands/screens.ts';
import { serve } from './commands/serve/serve.ts';
import { usersCreate, usersLink, usersList } from './commands/users.ts';
import { usersDelete, usersDisable, usersEnable } from './commands/users-state.ts';
import { vacuum } from './commands/vacuum.ts';
import { version } from './commands/version.ts';

export const COMMANDS: readonly Command<Context>[] = [
  serve,
  keysCreate,
  keysList,
  keysRotate,
  keysRevoke,
  restaurantsCreate,
  restaurantsList,
  restaurantsSuspend,
  restaurantsResume,
  restaurantsDelete,
  screensList,
  screensRevoke,
  usersCreate,
  usersList,
  usersLink,
  usersDisable,
  usersEnable,
  usersDelete,
  customersShow,
  customersForget,
  importCommand,
  backup,
  vacuum,
  migrate,
  copy,
  version,
];
