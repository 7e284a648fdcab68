import Type from 'typebox';
import type { makeCuentas } from '../../../admin/cuentas.ts';
import { type makeUsuarios, setupUrl } from '../../../admin/usuarios.ts';
import { Exact, Id, Nullable } from '../../../contract/scalars.ts';
import type { CuentaStore } from '../../../storage/port/accounts.ts';
import type { UsuarioDetalle } from '../../../storage/port/panel.ts';
import { notFound, PanelError } from '../errors.ts';
import {
  isoInstant,
  isoOrNull,
  json,
  type PanelRoute,
  routesFor,
  type SignedIn,
} from '../route.ts';
import { cuentaView } from './cuentas.ts';
import { usuarioView } from './sesion.ts';

const Ingesta = Exact({ ingesta: Type.Boolean() });
const NuevoUsuario = Exact({
  email: Type.String({ maxLength: 320 }),
  restaurante_id: Nullable(Id('restaurante')),
});

const detailView = (usuario: UsuarioDetalle) => ({
  ...usuarioView(usuario),
  creado_en: isoInstant(usuario.creadoMs),
  estado: estadoOf(usuario),
  ultimo_acceso_en: isoOrNull(usuario.ultimoAccesoMs),
});

const estadoOf = ({ desactivadoMs, tieneClave }: UsuarioDetalle) => {
  if (desactivadoMs !== null) return 'desactivado';
  return tieneClave ? 'activo' : 'pendiente';
};

export interface OperadorDeps {
  cuentas: ReturnType<typeof makeCuentas>;
  usuarios: ReturnType<typeof makeUsuarios>;
  store: { cuentas: Pick<CuentaStore, 'find'> };
  publicUrl: string;
}

/** What operators do with restaurants and users: the same acts as on the command line. */
export const operadorRoutes = ({
  cuentas,
  usuarios,
  store,
  publicUrl,
}: OperadorDeps): PanelRoute[] => {
  const { get, post } = routesFor('operator');
  const restaurante = '/operador/restaurantes/{rid}';
  const usuario = '/operador/usuarios/{id}';

  /** Asking for what already is does no harm: the answer is how it stands. */
  const turned = async (
    { params: { rid = '' }, entered }: SignedIn,
    act: (id: string, actor: string) => Promise<{ outcome: string }>,
  ) => {
    await act(rid, entered.usuario.email);
    const found = await store.cuentas.find(rid);
    if (found === null) throw notFound('No existe el restaurante.');
    return json({ cuenta: cuentaView(found.cuenta) });
  };

  const setDisabled = async ({ params: { id = '' }, entered }: SignedIn, disabled: boolean) => {
    if (disabled && id === entered.usuario.id) {
      throw new PanelError('conflicto', 'Nadie puede desactivarse a sí mismo.');
    }
    const result = await usuarios.setDisabled(id, disabled, entered.usuario.email);
    if (result.outcome === 'not_found') throw notFound('No existe el usuario.');
    return json({ usuario: detailView(result.usuario) });
  };

  const linkView = (of: UsuarioDetalle, token: string, expiraMs: number) =>
    json(
      {
        usuario: detailView(of),
        enlace: setupUrl(publicUrl, token),
        expira_en: isoInstant(expiraMs),
      },
      201,
    );

  return [
    post(`${restaurante}/suspender`, null, (request) => turned(request, cuentas.suspend)),
    post(`${restaurante}/reanudar`, null, (request) => turned(request, cuentas.resume)),
    post(`${restaurante}/ingesta`, Ingesta, (request, { ingesta }) =>
      turned(request, (id, actor) => cuentas.setIngesta(id, ingesta, actor)),
    ),
    get('/operador/usuarios', async () => json({ datos: (await usuarios.list()).map(detailView) })),
    post('/operador/usuarios', NuevoUsuario, async ({ entered }, body) => {
      const { email, restaurante_id: restauranteId } = body;
      const made = await usuarios.create({ email, restauranteId }, entered.usuario.email);
      if (made.outcome !== 'created') throw refuseUser(made.outcome);
      const fresh = { tieneClave: false, desactivadoMs: null, ultimoAccesoMs: null };
      return linkView({ ...made.usuario, ...fresh }, made.setupToken, made.setupExpiraMs);
    }),
    post(`${usuario}/enlace`, null, async ({ params: { id = '' }, entered }) => {
      const offered = await usuarios.offerSetup(id, entered.usuario.email);
      if (offered.outcome !== 'offered') {
        throw offered.outcome === 'disabled'
          ? new PanelError('conflicto', 'El usuario está desactivado: reactívelo antes.')
          : notFound('No existe el usuario.');
      }
      return linkView(offered.usuario, offered.setupToken, offered.setupExpiraMs);
    }),
    post(`${usuario}/desactivar`, null, (request) => setDisabled(request, true)),
    post(`${usuario}/reactivar`, null, (request) => setDisabled(request, false)),
  ];
};

const refuseUser = (outcome: 'invalid_email' | 'email_taken' | 'no_restaurant'): PanelError => {
  switch (outcome) {
    case 'email_taken':
      return new PanelError('conflicto', 'Ya hay un usuario con ese correo.', { campo: '/email' });
    case 'no_restaurant':
      return new PanelError('parametro_invalido', 'No existe el restaurante.', {
        campo: '/restaurante_id',
      });
    case 'invalid_email':
      return new PanelError('parametro_invalido', 'El correo no es válido.', { campo: '/email' });
  }
};
