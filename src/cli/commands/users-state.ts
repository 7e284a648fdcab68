import { Failure, flag } from '@comanda/command-line';
import { makeUsuarios } from '../../admin/usuarios.ts';
import { type Context, defineCommand } from '../command.ts';
import { withStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';
import { noSuchUser, requireUser, USER_ARGUMENT, userJson } from './users.ts';

const USER_JSON = flag('print one line of JSON: the user, as "users list" does');

export const usersDisable = defineCommand({
  name: 'users disable',
  summary: 'sign a panel user out everywhere and refuse their sign-in',
  argument: USER_ARGUMENT,
  options: { json: USER_JSON },
  notes: [
    'It works at once, also for the only operator. Their link and the wall screens they made end for good;',
    '"users enable" brings the rest back. API keys that they created work on.',
  ],
  examples: ['comanda users disable pepa@example.com'],
  run: ({ argument, options }, context) => setDisabled(argument, true, options.json, context),
});

export const usersEnable = defineCommand({
  name: 'users enable',
  summary: 'let a disabled panel user sign in again',
  argument: USER_ARGUMENT,
  options: { json: USER_JSON },
  notes: [
    'The old password works. A user who has none needs a new link: comanda users link EMAIL.',
  ],
  examples: ['comanda users enable pepa@example.com'],
  run: ({ argument, options }, context) => setDisabled(argument, false, options.json, context),
});

export const usersDelete = defineCommand({
  name: 'users delete',
  summary: 'delete a disabled panel user, for good',
  argument: USER_ARGUMENT,
  options: { json: flag('print one line of JSON: id, eliminado') },
  notes: [
    'API keys that they created work on and name their id instead. The audit stays for its time.',
    'The e-mail is free for another user.',
  ],
  examples: ['comanda users disable pepa@example.com', 'comanda users delete pepa@example.com'],
  run: ({ argument: address, options }, context) =>
    withStore(context, async (deps) => {
      const { id } = await requireUser(deps, address);
      const { outcome } = await makeUsuarios(deps).delete(id, context.actor);
      if (outcome === 'not_found') throw noSuchUser(address);
      if (outcome === 'not_disabled') {
        throw new Failure(
          `user ${address} is not disabled; disable it first: comanda users disable ${address}`,
        );
      }
      printOutcome(context.io, options.json, { id, eliminado: true }, `Deleted user ${address}.`);
    }),
});

const setDisabled = (
  address: string,
  disabled: boolean,
  json: boolean,
  context: Context,
): Promise<void> =>
  withStore(context, async (deps) => {
    const { id } = await requireUser(deps, address);
    const result = await makeUsuarios(deps).setDisabled(id, disabled, context.actor);
    if (result.outcome === 'not_found') throw noSuchUser(address);
    const verb = result.outcome === 'done' ? 'is now' : 'was already';
    const sentence = `User ${address} ${verb} ${disabled ? 'disabled' : 'enabled'}.`;
    printOutcome(context.io, json, userJson(result.usuario), sentence);
  });
