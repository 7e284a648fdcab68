import Type from 'typebox';
import { makeCuentas } from '../../../admin/cuentas.ts';
import { estadoUsuario, makeUsuarios, type SetupLink, setupUrl } from '../../../admin/usuarios.ts';
import type * as Panel from '../../../contract/panel.ts';
import { ROLES } from '../../../contract/roles.ts';
import { CurrencyCode, Exact, Id } from '../../../contract/scalars.ts';
import { isoTimestamp, isoTimestampOrNull } from '../../../domain/time.ts';
import type { UsuarioDetalle } from '../../../storage/port/panel.ts';
import { createdJson, okJson } from '../../answer/answer.ts';
import { requireCuenta } from '../../api/recursos/restaurante.ts';
import type { PanelDeps } from '../deps.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { type PanelRoute, routesFor, type SignedIn } from '../route.ts';
import { cuentaView } from './cuentas.ts';
import { usuarioView } from './sesion.ts';

/** More rows make the page slow; the command line lists all. */
const USERS_LISTED_MAX = 5_000;
/** Restaurants that somebody can be given at once. */
const PUESTOS_MAX = 50;

const Exigencia = Exact({ exigido: Type.Boolean() });
const Ingesta = Exact({ ingesta: Type.Boolean() });
const NuevoRestaurante = Exact({
  nombre: Type.String({ minLength: 1, maxLength: 200 }),
  zona_horaria: Type.String({ minLength: 1, maxLength: 64 }),
  moneda: CurrencyCode(),
  ingesta: Type.Boolean(),
});
const NuevoUsuario = Exact({
  email: Type.String({ maxLength: 320 }),
  operador: Type.Boolean(),
  restaurantes: Type.Array(Exact({ id: Id('restaurante'), rol: Type.Enum(ROLES) }), {
    maxItems: PUESTOS_MAX,
  }),
});

const detalleView = (usuario: UsuarioDetalle): Panel.UsuarioDetalle => ({
  ...usuarioView(usuario),
  factor_exigido: usuario.exigeFactor,
  creado_en: isoTimestamp(usuario.creadoMs),
  estado: estadoUsuario(usuario),
  ultimo_acceso_en: isoTimestampOrNull(usuario.ultimoAccesoMs),
});

export const operadorRoutes = (deps: PanelDeps): PanelRoute[] => {
  const { store, publicUrl } = deps;
  const cuentas = makeCuentas(deps);
  const usuarios = makeUsuarios(deps);
  const { get, post, remove } = routesFor('operator');
  const restaurante = '/operador/restaurantes/{rid}';
  const usuario = '/operador/usuarios/{id}';

  /** Idempotent: the answer is the account as it is now, changed or not. */
  const changeCuenta = async (
    { params: { rid = '' }, principal }: SignedIn,
    change: (id: string, actor: string) => Promise<{ outcome: string }>,
  ) => {
    await change(rid, principal.actor);
    return okJson({ cuenta: cuentaView((await requireCuenta(store.cuentas, rid)).cuenta) });
  };

  const setDisabled = async ({ params: { id = '' }, principal }: SignedIn, disabled: boolean) => {
    if (disabled && id === principal.usuario.id) {
      throw conflict('Nadie puede desactivarse a sí mismo.');
    }
    const { id: actorId, email } = principal.usuario;
    const result = await usuarios.setDisabled(id, disabled, email, actorId);
    if (result.outcome === 'not_found') throw notFound('No existe el usuario.');
    return okJson({ usuario: detalleView(result.usuario) });
  };

  const invitation = ({ usuario: invited, setupToken, setupExpiraMs }: SetupLink) =>
    createdJson({
      usuario: detalleView(invited),
      enlace: setupUrl(publicUrl, setupToken),
      expira_en: isoTimestamp(setupExpiraMs),
    } satisfies Panel.UsuarioInvitado);

  return [
    post(`${restaurante}/suspender`, null, (request) => changeCuenta(request, cuentas.suspend)),
    post(`${restaurante}/reanudar`, null, (request) => changeCuenta(request, cuentas.resume)),
    post(`${restaurante}/ingesta`, Ingesta, (request, { ingesta }) =>
      changeCuenta(request, (id, actor) => cuentas.setIngesta(id, ingesta, actor)),
    ),
    post('/operador/restaurantes', NuevoRestaurante, async ({ principal }, body) => {
      const { zona_horaria: zonaHoraria, ...given } = body;
      const made = await cuentas.create({ ...given, zonaHoraria }, principal.actor);
      if (made.outcome !== 'created') throw REFUSED_RESTAURANT[made.outcome];
      return createdJson({ cuenta: cuentaView(made.cuenta) });
    }),
    get('/operador/usuarios', null, async () => {
      const datos = (await usuarios.list(USERS_LISTED_MAX)).map(detalleView);
      return okJson({ datos } satisfies Panel.Lista<Panel.UsuarioDetalle>);
    }),
    post('/operador/usuarios', NuevoUsuario, async ({ principal }, body) => {
      const { email, operador, restaurantes } = body;
      const puestos = restaurantes.map(({ id, rol }) => ({ restauranteId: id, rol }));
      if (operador !== (puestos.length === 0)) {
        throw invalid('/restaurantes', 'Un usuario es operador, o tiene restaurantes.');
      }
      const made = await usuarios.create({ email, operador, puestos }, principal.actor);
      if (made.outcome !== 'created') throw REFUSED_USER[made.outcome];
      return invitation(made);
    }),
    post(`${usuario}/enlace`, null, async ({ params: { id = '' }, principal }) => {
      const offered = await usuarios.offerSetup(id, principal.actor);
      if (offered.outcome !== 'offered') {
        throw offered.outcome === 'disabled'
          ? conflict('El usuario está desactivado: reactívalo antes.')
          : notFound('No existe el usuario.');
      }
      return invitation(offered);
    }),
    post(`${usuario}/desactivar`, null, (request) => setDisabled(request, true)),
    post(`${usuario}/reactivar`, null, (request) => setDisabled(request, false)),
    post(`${usuario}/factor`, Exigencia, async ({ params: { id = '' }, principal }, body) => {
      const { usuario: own } = principal;
      // They would lock the door behind themselves.
      if (body.exigido && id === own.id && !own.tieneFactor) {
        throw conflict('Añade antes un segundo factor a tu cuenta.');
      }
      const changed = await usuarios.setFactorRequired(id, body.exigido, principal.actor);
      if (changed === null) throw notFound('No existe el usuario.');
      return okJson({ usuario: detalleView(changed) });
    }),
    remove(usuario, null, async ({ params: { id = '' }, principal }) => {
      const { outcome } = await usuarios.delete(id, principal.actor);
      if (outcome === 'not_found') throw notFound('No existe el usuario.');
      if (outcome === 'not_disabled') {
        throw conflict('El usuario no está desactivado: desactívalo antes.');
      }
      return okJson({ id, eliminado: true });
    }),
  ];
};

const REFUSED_RESTAURANT = {
  invalid_zone: invalid(
    '/zona_horaria',
    'La zona horaria no existe.',
    'una zona IANA, como Europe/Madrid',
  ),
  invalid_name: invalid('/nombre', 'Falta el nombre.'),
  id_taken: conflict('Ya hay un restaurante con ese identificador.'),
};

const REFUSED_USER = {
  email_taken: conflict('Ya hay un usuario con ese correo.', '/email'),
  no_restaurant: invalid('/restaurantes', 'No existe el restaurante.'),
  invalid_email: invalid('/email', 'El correo no es válido.'),
};
