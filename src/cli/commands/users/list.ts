import { makeUsuarios } from '../../../admin/usuarios.ts';
import type { UsuarioDetalle } from '../../../storage/port/panel.ts';
import { defineCommand } from '../../command.ts';
import { withStore } from '../../store.ts';
import { printList } from '../../terminal/list.ts';
import { isoInstantOrNull, printable } from '../../terminal/text.ts';

export const usersList = defineCommand({
  name: 'users list',
  summary: 'list the panel users, what they may see and whether they can sign in',
  examples: ['comanda users list'],
  run: (_, context) =>
    withStore(context, async (deps) =>
      printList(context.io, await makeUsuarios(deps).list(), {
        columns: {
          ID: ({ id }) => id,
          EMAIL: ({ email }) => printable(email),
          RESTAURANT: ({ restauranteId }) => restauranteId ?? 'all (operator)',
          STATE: stateOf,
          'LAST SIGN-IN': ({ ultimoAccesoMs }) => isoInstantOrNull(ultimoAccesoMs) ?? 'never',
        },
        empty: 'No users. Make one with: comanda users create --help',
      }),
    ),
});

const stateOf = ({ desactivadoMs, tieneClave }: UsuarioDetalle): string => {
  if (desactivadoMs !== null) return 'disabled';
  return tieneClave ? 'active' : 'no password yet';
};
