import { makeUsuarios } from '../../../admin/usuarios.ts';
import { defineCommand } from '../../command.ts';
import { Failure } from '../../errors.ts';
import { email } from '../../readers.ts';
import { withStore } from '../../store.ts';
import { LINK_JSON, showLink } from './user.ts';

export const usersLink = defineCommand({
  name: 'users link',
  summary: 'print a new link with which to choose a password, for one that was lost',
  argument: { name: 'EMAIL', help: 'address that the user signs in with', read: email },
  options: { json: LINK_JSON },
  notes: [
    'An earlier link stops working. The old password works until the new link is used, which signs out everywhere.',
  ],
  examples: ['comanda users link pepa@example.com'],
  run: ({ options, argument: address }, context) =>
    withStore(context, async (deps) => {
      const found = await deps.store.usuarios.findByEmail(address);
      const result =
        found && (await makeUsuarios(deps).offerSetup(found.usuario.id, context.actor));
      if (result?.outcome === 'disabled') {
        throw new Failure(`the user ${address} is disabled; an operator lets it in again`);
      }
      if (result?.outcome !== 'offered') {
        throw new Failure(`there is no user ${address}; see comanda users list`);
      }
      showLink(context, result, options.json);
    }),
});
