import { makeUsuarios, setupUrl } from '../../admin/usuarios.ts';
import type { Usuario, UsuarioDetalle } from '../../storage/port/panel.ts';
import { type Context, command, flag, optional, required } from '../command.ts';
import { EXIT, Failure } from '../exit.ts';
import { email, id } from '../read.ts';
import { withStore } from '../store.ts';
import { isoInstant, printable, table } from '../text.ts';

export const usersCreate = command({
  name: 'users create',
  summary: 'make a panel user and print the link with which to choose a password',
  argument: null,
  options: {
    email: required('EMAIL', 'address that the user signs in with', email),
    restaurant: optional(
      'ID',
      'restaurant of the user (default: none, an operator who sees all)',
      id('restaurante', 'restaurant'),
    ),
    json: flag('print one line of JSON: id, email, restaurante_id, enlace, expira_en'),
  },
  notes: ['The link begins with PUBLIC_URL, works once and for 72 hours.'],
  examples: ['comanda users create --email pepa@example.com --restaurant rest_casa_pepa'],
  run: (options, _, context) =>
    withStore(context, async (store) => {
      const { io, actor } = context;
      const restauranteId = options.restaurant ?? null;
      const usuarios = makeUsuarios({ ...context, store });
      const result = await usuarios.create({ email: options.email, restauranteId }, actor);
      if (result.outcome !== 'created') {
        throw new Failure(
          result.outcome === 'no_restaurant'
            ? `there is no restaurant ${restauranteId}; see comanda restaurants list`
            : `there is a user ${options.email} already`,
        );
      }
      const { usuario } = result;
      if (!options.json) {
        const role = restauranteId === null ? 'operator' : `user of ${restauranteId}`;
        io.err(`User ${usuario.id}: ${usuario.email}, ${role}.`);
      }
      showLink(context, result, options.json);
      return EXIT.ok;
    }),
});

export const usersLink = command({
  name: 'users link',
  summary: 'print a new link with which to choose a password, for one that was lost',
  argument: { name: 'EMAIL', help: 'address that the user signs in with', read: email },
  options: { json: flag('print one line of JSON: id, email, restaurante_id, enlace, expira_en') },
  notes: [
    'An earlier link stops working. The old password works until the new link is used, which signs out everywhere.',
  ],
  examples: ['comanda users link pepa@example.com'],
  run: (options, address, context) =>
    withStore(context, async (store) => {
      const found = await store.usuarios.findByEmail(address);
      const usuarios = makeUsuarios({ ...context, store });
      const result =
        found === null ? null : await usuarios.offerSetup(found.usuario.id, context.actor);
      if (result?.outcome !== 'offered') {
        throw new Failure(
          result?.outcome === 'disabled'
            ? `the user ${address} is disabled; an operator lets it in again`
            : `there is no user ${address}; see comanda users list`,
        );
      }
      showLink(context, result, options.json);
      return EXIT.ok;
    }),
});

export const usersList = command({
  name: 'users list',
  summary: 'list the panel users, what they may see and whether they can sign in',
  argument: null,
  options: {},
  examples: ['comanda users list'],
  run: (_, __, context) =>
    withStore(context, async (store) => {
      const { io } = context;
      const all = await makeUsuarios({ ...context, store }).list();
      if (all.length === 0) io.err('No users. Make one with: comanda users create --help');
      else for (const line of table([HEADER, ...all.map(usuarioRow)])) io.out(line);
      return EXIT.ok;
    }),
});

/** The link alone goes to stdout, so that it can be passed on. */
const showLink = (
  context: Context,
  { usuario, setupToken, setupExpiraMs }: Linked,
  json: boolean,
): void => {
  const { io } = context;
  const enlace = setupUrl(context.config().publicUrl, setupToken);
  const expira_en = isoInstant(setupExpiraMs);
  const { id: usuarioId, email: address, restauranteId } = usuario;
  if (json) {
    const line = { id: usuarioId, email: address, restaurante_id: restauranteId };
    io.out(JSON.stringify({ ...line, enlace, expira_en }));
    return;
  }
  io.err(`Send this link; it works once, until ${expira_en}:`);
  io.out(enlace);
};

interface Linked {
  usuario: Usuario;
  setupToken: string;
  setupExpiraMs: number;
}

const HEADER = ['ID', 'EMAIL', 'RESTAURANT', 'STATE', 'LAST SIGN-IN'];

const usuarioRow = (usuario: UsuarioDetalle): string[] => [
  usuario.id,
  printable(usuario.email),
  usuario.restauranteId ?? 'all (operator)',
  stateOf(usuario),
  usuario.ultimoAccesoMs === null ? 'never' : isoInstant(usuario.ultimoAccesoMs),
];

const stateOf = ({ desactivadoMs, tieneClave }: UsuarioDetalle): string => {
  if (desactivadoMs !== null) return 'disabled';
  return tieneClave ? 'active' : 'no password yet';
};
