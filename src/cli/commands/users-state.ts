import { Failure, makeCommand } from '@comanda/command-line';
import { auditEntry, personIn } from '../../admin/audit.ts';
import { makeUsuarios } from '../../admin/usuarios.ts';
import type { Context } from '../command.ts';
import { withStore } from '../store.ts';
import { printOutcome } from '../terminal/print.ts';
import { noSuchUser, requireUser, USER_ARGUMENT, userJson } from './users.ts';

const USER_JSON = ['--json', 'print one line of JSON: the user, as "users list" does'] as const;

export const usersDisable = (context: Context) =>
  makeCommand('disable', 'sign a panel user out everywhere and refuse their sign-in', {
    notes: [
      'It works at once, also for the only operator. Their link and the wall screens they made end for good;',
      '"users enable" brings the rest back. API keys that they created work on.',
    ],
    examples: ['comanda users disable pepa@example.com'],
  })
    .argument(...USER_ARGUMENT)
    .option(...USER_JSON)
    .action((argument, options) => setDisabled(argument, true, options.json, context));

export const usersEnable = (context: Context) =>
  makeCommand('enable', 'let a disabled panel user sign in again', {
    notes: [
      'The old password works. A user who has none needs a new link: comanda users link EMAIL.',
    ],
    examples: ['comanda users enable pepa@example.com'],
  })
    .argument(...USER_ARGUMENT)
    .option(...USER_JSON)
    .action((argument, options) => setDisabled(argument, false, options.json, context));

export const usersDelete = (context: Context) =>
  makeCommand('delete', 'delete a disabled panel user, for good', {
    notes: [
      'API keys that they created work on and name their id instead. The audit stays for its time.',
      'The e-mail is free for another user.',
    ],
    examples: ['comanda users disable pepa@example.com', 'comanda users delete pepa@example.com'],
  })
    .argument(...USER_ARGUMENT)
    .option('--json', 'print one line of JSON: id, eliminado')
    .action((address, options) =>
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
    );

export const usersResetFactors = (context: Context) =>
  makeCommand('reset-factors', 'remove the second factors of a user who has lost them', {
    notes: ['Their sessions end; the password alone signs them in until they add a factor again.'],
    examples: ['comanda users reset-factors pepa@example.com'],
  })
    .argument(...USER_ARGUMENT)
    .option('--json', 'print one line of JSON: id, quitados')
    .action((address, options) =>
      withStore(context, async (deps) => {
        const usuario = await requireUser(deps, address);
        const entry = auditEntry('factor.quitados', personIn(usuario), {
          actor: context.actor,
          momentoMs: context.clock.now(),
        });
        if (!(await deps.store.factores.clear(usuario.id, entry))) {
          throw new Failure(`user ${address} has no second factor`);
        }
        const sentence = `Removed the second factors of ${address}.`;
        printOutcome(context.io, options.json, { id: usuario.id, quitados: true }, sentence);
      }),
    );

export const usersRequireFactor = (context: Context) =>
  makeCommand(
    'require-factor',
    'require a second factor of a user: no restaurant until they add it',
    {
      notes: ['With --off it is theirs to choose again.'],
      examples: [
        'comanda users require-factor olga@example.com',
        'comanda users require-factor olga@example.com --off',
      ],
    },
  )
    .argument(...USER_ARGUMENT)
    .option('--off', 'no longer require it')
    .option(...USER_JSON)
    .action((address, { off = false, json }) =>
      withStore(context, async (deps) => {
        const { id } = await requireUser(deps, address);
        const changed = await makeUsuarios(deps).setFactorRequired(id, !off, context.actor);
        if (changed === null) throw noSuchUser(address);
        const verb = off ? 'may' : 'must';
        printOutcome(
          context.io,
          json,
          userJson(changed),
          `${address} ${verb} have a second factor.`,
        );
      }),
    );

const setDisabled = (
  address: string,
  disabled: boolean,
  json: boolean | undefined,
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
