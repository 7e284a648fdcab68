import Type from 'typebox';
import type * as Panel from '../../../contract/panel.ts';
import { ROLES } from '../../../contract/roles.ts';
import { Exact } from '../../../contract/scalars.ts';
import { isoTimestamp, isoTimestampOrNull } from '../../../domain/time.ts';
import {
  type Invitacion,
  MIEMBROS_MAX,
  type Miembro,
} from '../../../storage/port/panel/miembros.ts';
import { createdJson, okJson } from '../../answer/answer.ts';
import type { PanelDeps } from '../deps.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { type OfRestaurant, type PanelRoute, routesFor } from '../route.ts';

const Rol = Type.Enum(ROLES);
const Invitada = Exact({ email: Type.String({ maxLength: 320 }), rol: Rol });
const Puesto = Exact({ rol: Rol });

const estadoOf = ({ desactivadoMs, suspendidoMs, tieneClave }: Miembro): Panel.EstadoPersona => {
  if (desactivadoMs !== null) return 'desactivada';
  if (suspendidoMs !== null) return 'suspendida';
  return tieneClave ? 'activa' : 'pendiente';
};

const personaView = (miembro: Miembro): Panel.Persona => ({
  id: miembro.usuarioId,
  email: miembro.email,
  rol: miembro.rol,
  estado: estadoOf(miembro),
  segundo_factor: miembro.tieneFactor,
  desde: isoTimestamp(miembro.desdeMs),
  ultimo_acceso_en: isoTimestampOrNull(miembro.ultimoAccesoMs),
});

const invitacionView = ({ id, email, rol, creadaMs, expiraMs }: Invitacion): Panel.Invitacion => ({
  ...{ id, email, rol },
  creada_en: isoTimestamp(creadaMs),
  expira_en: isoTimestamp(expiraMs),
});

/** The routes by which owners manage the people of their restaurant. */
export const personaRoutes = ({ personas, factores, store }: PanelDeps): PanelRoute[] => {
  const { get, post, remove } = routesFor('restaurante', 'personas');
  const actOf = ({ principal: { usuario }, cuenta }: OfRestaurant) => ({
    usuario,
    restaurante: cuenta,
  });
  const view = async ({ cuenta }: OfRestaurant) => {
    const { people, invitations } = await personas.list(cuenta.id);
    return okJson({
      datos: people.map(personaView),
      invitaciones: invitations.map(invitacionView),
      correo: personas.isMailOn,
    } satisfies Panel.Personas);
  };
  const changed = async (request: OfRestaurant, outcome: string) => {
    if (outcome === 'not_found') throw notFound('No existe la persona.');
    if (outcome === 'last_owner') {
      throw conflict('Es la última propietaria: nombra antes a otra que ya pueda entrar.');
    }
    return view(request);
  };
  const idOf = ({ params: { id = '' } }: OfRestaurant): string => id;

  return [
    get('/personas', null, view),
    post('/personas/invitaciones', Invitada, async (request, body) => {
      const made = await personas.invite(body, actOf(request));
      if (made.outcome !== 'invited') throw REFUSED[made.outcome];
      const { invitacion, url: enlace } = made;
      const answer: Panel.InvitacionHecha = { invitacion: invitacionView(invitacion), enlace };
      return createdJson(answer);
    }),
    remove('/personas/invitaciones/{id}', null, async (request) => {
      if (await personas.withdraw(idOf(request), actOf(request))) return view(request);
      throw notFound('No existe la invitación.');
    }),
    post('/personas/{id}/puesto', Puesto, async (request, { rol }) =>
      changed(request, await personas.setRol(idOf(request), rol, actOf(request))),
    ),
    post('/personas/{id}/suspender', null, async (request) =>
      changed(request, await personas.suspend(idOf(request), actOf(request))),
    ),
    post('/personas/{id}/readmitir', null, async (request) =>
      changed(request, await personas.readmit(idOf(request), actOf(request))),
    ),
    remove('/personas/{id}/factores', null, async (request) => {
      const { principal, cuenta } = request;
      const usuario = await store.usuarios.get(idOf(request));
      const isHere = usuario?.membresias.some(({ restauranteId }) => restauranteId === cuenta.id);
      if (!usuario || !isHere) throw notFound('No existe la persona.');
      const isOnlyHere = usuario.membresias.length === 1 && !usuario.operador;
      if (usuario.id === principal.usuario.id || !isOnlyHere) {
        throw conflict('Solo de otra persona, y sin otros restaurantes: pídelo a un operador.');
      }
      if (await factores.clear(usuario, principal.actor)) return view(request);
      throw conflict('No tiene segundo factor.');
    }),
    remove('/personas/{id}', null, async (request) =>
      changed(request, await personas.remove(idOf(request), actOf(request))),
    ),
  ];
};

const REFUSED = {
  invalid_email: invalid('/email', 'El correo no es válido.'),
  already_member: conflict('Ya es de este restaurante.', '/email'),
  too_many: conflict(`El restaurante ya tiene ${MIEMBROS_MAX} personas: quita a alguna antes.`),
  no_restaurant: notFound('No existe el restaurante.'),
};
