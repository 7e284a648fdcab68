import { group } from '@comanda/command-line';
import type { Context } from './command.ts';
import { audit } from './commands/audit.ts';
import { backup } from './commands/backup.ts';
import { capacity } from './commands/capacity/capacity.ts';
import { closingsCreate, closingsList, closingsVerify } from './commands/closings.ts';
import { copy } from './commands/copy.ts';
import { customersForget, customersShow } from './commands/customers.ts';
import { doctor } from './commands/doctor/doctor.ts';
import { importCommand } from './commands/import/import.ts';
import { keysCreate, keysRevoke, keysRotate } from './commands/keys/keys.ts';
import { keysList } from './commands/keys/keys-list.ts';
import { keysShow } from './commands/keys/keys-show.ts';
import { migrate } from './commands/migrate.ts';
import { restaurantsList, restaurantsResume, restaurantsSuspend } from './commands/restaurants.ts';
import { restaurantsCreate } from './commands/restaurants-create.ts';
import { restaurantsDelete } from './commands/restaurants-delete.ts';
import { screensList, screensRevoke } from './commands/screens.ts';
import { secretsRotate } from './commands/secrets.ts';
import { serve } from './commands/serve/serve.ts';
import { usersCreate, usersLink, usersList } from './commands/users.ts';
import {
  usersDelete,
  usersDisable,
  usersEnable,
  usersRequireFactor,
  usersResetFactors,
} from './commands/users-state.ts';
import { vacuum } from './commands/vacuum.ts';
import { version } from './commands/version.ts';

type Maker = (context: Context) => Parameters<typeof group>[1][number];

const GROUPS: Readonly<Record<string, readonly Maker[]>> = {
  keys: [keysCreate, keysList, keysShow, keysRotate, keysRevoke],
  restaurants: [
    ...[restaurantsCreate, restaurantsList, restaurantsSuspend],
    ...[restaurantsResume, restaurantsDelete],
  ],
  screens: [screensList, screensRevoke],
  users: [
    usersCreate,
    usersList,
    usersLink,
    usersDisable,
    usersEnable,
    usersDelete,
    usersResetFactors,
    usersRequireFactor,
  ],
  customers: [customersShow, customersForget],
  closings: [closingsCreate, closingsList, closingsVerify],
  secrets: [secretsRotate],
};

export const makeCommands = (context: Context) => [
  serve(context),
  ...Object.entries(GROUPS).map(([name, makers]) =>
    group(
      name,
      makers.map((make) => make(context)),
    ),
  ),
  ...[importCommand, backup, vacuum, migrate, copy, doctor, capacity, audit, version].map((make) =>
    make(context),
  ),
];
