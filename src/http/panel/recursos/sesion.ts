import Type from 'typebox';
import type { Acceso, SetupOutcome } from '../../../admin/acceso.ts';
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from '../../../admin/passwords.ts';
import type { Entered } from '../../../admin/sesiones.ts';
import type { Clock } from '../../../clock.ts';
import { Exact } from '../../../contract/scalars.ts';
import type { Cookies } from '../cookie.ts';
import { PanelError, tooMany } from '../errors.ts';
import {
  isoInstant,
  json,
  type PanelAnswer,
  type PanelRequest,
  type PanelRoute,
  routesFor,
} from '../route.ts';

/** Long enough for any password, and short enough to be hashed without a thought. */
const Secreto = () => Type.String({ minLength: 1, maxLength: 1_000 });

const Entrada = Exact({ email: Type.String({ maxLength: 320 }), clave: Secreto() });
const Enlace = Exact({ token: Type.String({ maxLength: 100 }) });
const Alta = Exact({ token: Type.String({ maxLength: 100 }), clave: Secreto() });
const Cambio = Exact({ actual: Secreto(), nueva: Secreto() });

export const usuarioView = ({ id, email, restauranteId }: Entered['usuario']) => ({
  id,
  email,
  rol: restauranteId === null ? 'operador' : 'restaurante',
  restaurante_id: restauranteId,
});

/** Signing in and out, the password, and the link of a new user. */
export const sesionRoutes = ({
  acceso,
  cookies,
  clock,
}: {
  acceso: Acceso;
  cookies: Cookies;
  clock: Clock;
}): PanelRoute[] => {
  const { get, post, remove } = routesFor('anyone');
  const user = routesFor('user');

  const sesionView = (entered: Entered) => ({
    usuario: usuarioView(entered.usuario),
    creada_en: isoInstant(entered.sesion.creadaMs),
    caduca_en: isoInstant(acceso.endsMs(entered.sesion)),
  });

  /** A session that was there before ends: whoever planted its cookie is left with nothing. */
  const welcome = async (
    { entered: before, isSecure }: PanelRequest,
    result: SetupOutcome,
  ): Promise<PanelAnswer> => {
    if (result.outcome !== 'entered') throw refusal(result);
    if (before !== null) await acceso.signOut(before);
    const maxAgeMs = acceso.oldestMs(result.sesion) - clock.now();
    return {
      ...json({ sesion: sesionView(result) }),
      cookies: [cookies.give(result.token, maxAgeMs, isSecure)],
    };
  };

  const leave = (value: object, { isSecure }: PanelRequest): PanelAnswer => ({
    ...json(value),
    cookies: [cookies.take(isSecure)],
  });

  return [
    get('/sesion', async ({ entered }) =>
      json({ sesion: entered === null ? null : sesionView(entered) }),
    ),
    post('/sesion', Entrada, async (request, body) =>
      welcome(request, await acceso.signIn(body, request.visitor)),
    ),
    remove('/sesion', null, async (request) => {
      if (request.entered !== null) await acceso.signOut(request.entered);
      return leave({ ok: true }, request);
    }),
    user.post('/sesion/clave', Cambio, async (request, body) => {
      const { entered, visitor } = request;
      const result = await acceso.changePassword(entered.usuario, body, visitor);
      return welcome({ ...request, entered: null }, result);
    }),
    user.get('/sesiones', async ({ entered: { usuario, sesion } }) => {
      const all = await acceso.sessions(usuario);
      return json({
        datos: all.map((each) => ({
          creada_en: isoInstant(each.creadaMs),
          vista_en: isoInstant(each.vistaMs),
          agente: each.agente,
          actual: each.hash === sesion.hash,
        })),
      });
    }),
    user.remove('/sesiones', null, async (request) => {
      const cerradas = await acceso.signOutEverywhere(request.entered.usuario);
      return leave({ ok: true, cerradas }, request);
    }),
    post('/alta/consulta', Enlace, async (_, { token }) => {
      const found = await acceso.findSetup(token);
      if (found === null) throw refusal({ outcome: 'invalid_link' });
      return json({ email: found.usuario.email, expira_en: isoInstant(found.expiraMs) });
    }),
    post('/alta', Alta, async (request, body) =>
      welcome(request, await acceso.redeemSetup(body, request.visitor)),
    ),
  ];
};

const refusal = (result: Exclude<SetupOutcome, { outcome: 'entered' }>): PanelError => {
  switch (result.outcome) {
    case 'throttled':
      return tooMany(result.waitMs);
    case 'refused':
      return new PanelError(
        'credenciales_invalidas',
        'El correo o la contraseña no son correctos.',
      );
    case 'invalid_link':
      return new PanelError('enlace_invalido', 'El enlace ya se usó o ha caducado. Pida otro.');
    case 'weak':
      return new PanelError(
        'clave_debil',
        result.problem === 'length'
          ? `La contraseña debe tener de ${PASSWORD_CHARS_MIN} a ${PASSWORD_CHARS_MAX} caracteres.`
          : 'La contraseña es demasiado fácil de adivinar.',
      );
  }
};
