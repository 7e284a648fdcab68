import { Failure, makeCommand, printable, UsageError } from '@comanda/command-line';
import { Option } from '@commander-js/extra-typings';
import type { AdminDeps } from '../../admin/deps.ts';
import { estadoUsuario, makeUsuarios, type SetupLink, setupUrl } from '../../admin/usuarios.ts';
import { ROLES, type Rol } from '../../contract/roles.ts';
import type { UsuarioDetalle } from '../../storage/port/panel.ts';
import type { Context } from '../command.ts';
import { email, restaurantId } from '../readers.ts';
import { withExistingStore, withStore } from '../store.ts';
import { printList } from '../terminal/print.ts';
import { isoInstant, isoInstantOrNull, isoSecondOrNever } from '../terminal/text.ts';
import { refuseUnknownRestaurant } from './restaurants.ts';

const DEFAULT_ROL = 'propietaria';
const LINK_JSON = [
  '--json',
  'print one line of JSON: id, email, operador, restaurantes, enlace, expira_en',
] as const;

export const usersCreate = (context: Context) =>
  makeCommand('create', 'create a panel user and print a link for choosing a password', {
    notes: ['The link begins with PUBLIC_URL. It works once, within 72 hours.'],
    examples: [
      'comanda users create --email pepa@example.com --restaurant rest_casa_pepa',
      'comanda users create --email luz@example.com --restaurant rest_casa_pepa --role sala',
      'comanda users create --email olga@example.com --operator',
    ],
  })
    .requiredOption('--email <EMAIL>', 'address that the user signs in with', email)
    .option(
      '--restaurant <ID...>',
      'restaurant that the user belongs to; again for each',
      (text: string, before: readonly string[] = []) => [...before, restaurantId(text)],
    )
    .addOption(
      new Option('--role <ROLE>', `what the user is there (default: ${DEFAULT_ROL})`).choices(
        ROLES,
      ),
    )
    .option('--operator', 'an operator, who sees and manages all restaurants')
    .option(...LINK_JSON)
    .action((options) =>
      withStore(context, async (deps) => {
        const { email: address, restaurant = [], role, operator = false, json } = options;
        checkRole(restaurant, role, operator);
        const rol = role ?? DEFAULT_ROL;
        const puestos = [...new Set(restaurant)].map((restauranteId) => ({ restauranteId, rol }));
        const result = await makeUsuarios(deps).create(
          { email: address, operador: operator, puestos },
          context.actor,
        );
        if (result.outcome === 'no_restaurant') {
          for (const each of restaurant) await refuseUnknownRestaurant(deps, each);
        }
        if (result.outcome !== 'created') throw new Failure(`there is a user ${address} already`);
        const { id, email: stored } = result.usuario;
        if (!json) context.io.err(`User ${id}: ${stored}, ${describeRoles(result.usuario)}.`);
        showLink(context, result, json);
      }),
    );

/** An operator sees every restaurant, so leaving an option out must never create one. */
const checkRole = (
  restaurants: readonly string[],
  role: Rol | undefined,
  operator: boolean,
): void => {
  if (restaurants.length === 0 && !operator) {
    throw new UsageError(
      'give --restaurant ID for a user of that restaurant, or --operator for one who sees all restaurants',
    );
  }
  if (restaurants.length > 0 && operator) {
    throw new UsageError('give either --restaurant or --operator, not both');
  }
  if (role !== undefined && operator) {
    throw new UsageError('an operator has no role: give either --role or --operator, not both');
  }
};

const describeRoles = ({ operador, membresias }: UsuarioDetalle): string => {
  if (operador) return 'all (operator)';
  const each = membresias.map(
    ({ restauranteId, rol, suspendidoMs }) =>
      `${restauranteId} (${rol}${suspendidoMs === null ? '' : ', suspended'})`,
  );
  return each.join(', ') || 'none';
};

export const usersList = (context: Context) =>
  makeCommand('list', 'list the panel users, what they may see and whether they can sign in', {
    examples: ['comanda users list'],
  })
    .option('--json', 'print one line of JSON for each user')
    .action((options) =>
      withExistingStore(context, async (deps) =>
        printList(context.io, await makeUsuarios(deps).list(Number.MAX_SAFE_INTEGER), {
          columns: {
            ID: ({ id }) => id,
            EMAIL: ({ email }) => printable(email),
            RESTAURANTS: describeRoles,
            STATE: (usuario) => STATES[estadoUsuario(usuario)],
            'LAST SIGN-IN': ({ ultimoAccesoMs }) => isoSecondOrNever(ultimoAccesoMs),
          },
          empty: 'No users. Create one with: comanda users create --help',
          toJson: options.json ? userJson : undefined,
        }),
      ),
    );

/** Whose link or account it is, and where they belong. */
const whoseJson = ({ email, operador, membresias }: UsuarioDetalle) => ({
  email,
  operador,
  restaurantes: membresias.map(({ restauranteId, rol, suspendidoMs }) => ({
    id: restauranteId,
    rol,
    suspendido: suspendidoMs !== null,
  })),
});

export const userJson = (usuario: UsuarioDetalle) => ({
  id: usuario.id,
  ...whoseJson(usuario),
  estado: estadoUsuario(usuario),
  segundo_factor: usuario.tieneFactor,
  factor_exigido: usuario.exigeFactor,
  ultimo_acceso_en: isoInstantOrNull(usuario.ultimoAccesoMs),
});

const STATES = { desactivado: 'disabled', activo: 'active', pendiente: 'no password yet' };

export const USER_ARGUMENT = ['<EMAIL>', 'address that the user signs in with', email] as const;

export const requireUser = async (
  { store }: AdminDeps,
  address: string,
): Promise<UsuarioDetalle> => {
  const found = await store.usuarios.findByEmail(address);
  if (found === null) throw noSuchUser(address);
  return found.usuario;
};

export const noSuchUser = (address: string): Failure =>
  new Failure(`there is no user ${address}; see comanda users list`);

export const usersLink = (context: Context) =>
  makeCommand('link', 'print a new link for choosing a password, if link or password is lost', {
    notes: [
      'An earlier link stops working. The old password works until the new link is used,',
      'which also signs the user out everywhere.',
    ],
    examples: ['comanda users link pepa@example.com'],
  })
    .argument(...USER_ARGUMENT)
    .option(...LINK_JSON)
    .action((address, options) =>
      withStore(context, async (deps) => {
        const { id } = await requireUser(deps, address);
        const result = await makeUsuarios(deps).offerSetup(id, context.actor);
        if (result.outcome === 'disabled') {
          throw new Failure(
            `user ${address} is disabled; enable it first: comanda users enable ${address}`,
          );
        }
        if (result.outcome !== 'offered') throw noSuchUser(address);
        showLink(context, result, options.json);
      }),
    );

/** Only the link goes to stdout, so that it can be passed on. */
const showLink = (
  { io, config }: Context,
  { usuario, setupToken, setupExpiraMs }: SetupLink,
  json: boolean | undefined,
): void => {
  const enlace = setupUrl(config().publicUrl, setupToken);
  const expira_en = isoInstant(setupExpiraMs);
  if (json) {
    io.out(JSON.stringify({ id: usuario.id, ...whoseJson(usuario), enlace, expira_en }));
  } else {
    io.err(`Send this link; it works once, until ${expira_en}:`);
    io.out(enlace);
  }
};
