import Type from 'typebox';
import type { SetupOutcome } from '../../../admin/acceso.ts';
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from '../../../admin/passwords.ts';
import { type Entered, sessionId } from '../../../admin/sesiones.ts';
import type * as Panel from '../../../contract/panel.ts';
import { rightsOf } from '../../../contract/roles.ts';
import { Exact } from '../../../contract/scalars.ts';
import { DAY_MS, isoTimestamp } from '../../../domain/time.ts';
import { okJson } from '../../answer/answer.ts';
import { makeCookies, okWithCookie } from '../cookie.ts';
import type { PanelDeps } from '../deps.ts';
import { notFound, PanelError } from '../errors.ts';
import { type OfAnyone, type PanelAnswer, type PanelRoute, routesFor } from '../route.ts';

/** Longer than any password may be, and short enough to hash. */
const Secreto = () => Type.String({ minLength: 1, maxLength: 1_000 });

const Entrada = Exact({ email: Type.String({ maxLength: 320 }), clave: Secreto() });
/** The token of a link. */
export const Enlace = Exact({ token: Type.String({ maxLength: 100 }) });
const Alta = Exact({ ...Enlace.properties, clave: Secreto() });
const Reto = Type.String({ maxLength: 100 });
/** A passkey's answer: the library that verifies it reads the other fields. */
export const Credencial = Type.Object({ id: Type.String({ maxLength: 1_500 }) });
const Segundo = Type.Union([
  Exact({ reto: Reto, codigo: Type.String({ maxLength: 40 }) }),
  Exact({ reto: Reto, passkey: Credencial }),
]);
const Cambio = Exact({ actual: Secreto(), nueva: Secreto() });

export const usuarioView = (usuario: Entered['usuario']): Panel.Usuario => {
  const { id, email, operador, tieneFactor, exigeFactor, membresias } = usuario;
  const restaurantes = membresias.flatMap(({ restauranteId, nombre, rol, suspendidoMs }) =>
    suspendidoMs === null ? { id: restauranteId, nombre, rol, derechos: rightsOf(rol) } : [],
  );
  const segundo_factor = tieneFactor ? 'si' : exigeFactor ? 'falta' : 'no';
  return { id, email, operador, segundo_factor, restaurantes };
};

export const sesionView = ({ usuario }: Entered): Panel.Sesion => ({
  usuario: usuarioView(usuario),
});

/** Browsers keep no cookie for longer. */
const DEVICE_AGE_MS = 400 * DAY_MS;

export const sesionRoutes = ({ acceso, personas, clock, publicUrl }: PanelDeps): PanelRoute[] => {
  const cookies = makeCookies(publicUrl);
  const devices = makeCookies(publicUrl, { name: 'comanda_equipo', below: '/api/sesion' });
  const visitorOf = (request: OfAnyone) => ({
    ...request.visitor,
    equipo: devices.read(request, request.isSecure),
  });
  const { get, post, remove } = routesFor('anyone');
  const user = routesFor('user');

  /** Ends the session that the browser had before: its cookie may have been planted (session fixation). */
  const enter = async (
    { principal: before, isSecure }: OfAnyone,
    result: SetupOutcome,
  ): Promise<PanelAnswer> => {
    if (result.outcome === 'second_factor') return okJson(factorView(result));
    if (result.outcome !== 'entered') throw refusal(result);
    if (before !== null) await acceso.signOut(before);
    const maxAgeMs = acceso.oldestMs(result.sesion) - clock.now();
    const answer: Panel.SesionIniciada = { sesion: sesionView(result) };
    return okWithCookie(
      answer,
      cookies.open(result.token, maxAgeMs, isSecure),
      devices.open(result.device, DEVICE_AGE_MS, isSecure),
    );
  };

  return [
    get('/sesion', null, async ({ principal }) =>
      okJson({ sesion: principal === null ? null : sesionView(principal) }),
    ),
    post('/sesion', Entrada, async (request, body) =>
      enter(request, await acceso.signIn(body, visitorOf(request))),
    ),
    post('/sesion/segundo', Segundo, async (request, { reto, ...given }) => {
      const answer = 'codigo' in given ? { codigo: given.codigo } : { passkey: given.passkey };
      const result = await acceso.answerFactor(reto, answer, visitorOf(request));
      if (result.outcome === 'expired' || result.outcome === 'wrong') throw WRONG[result.outcome];
      return enter(request, result);
    }),
    remove('/sesion', null, async (request) => {
      if (request.principal !== null) await acceso.signOut(request.principal);
      return okWithCookie({ ok: true }, cookies.close(request.isSecure));
    }),
    user.post('/sesion/clave', Cambio, async (request, body) => {
      const { principal } = request;
      const result = await acceso.changePassword(principal.usuario, body, visitorOf(request));
      return enter({ ...request, principal: null }, result);
    }),
    user.get('/sesiones', null, async ({ principal: { usuario, sesion } }) => {
      const datos = (await acceso.sessions(usuario)).map((each) => ({
        id: sessionId(each),
        creada_en: isoTimestamp(each.creadaMs),
        vista_en: isoTimestamp(each.vistaMs),
        agente: each.agente,
        red: each.red,
        actual: each.hash === sesion.hash,
      }));
      return okJson({ datos } satisfies Panel.Lista<Panel.SesionAbierta>);
    }),
    user.remove('/sesiones', null, async (request) => {
      const cerradas = await acceso.signOutEverywhere(request.principal.usuario);
      return okWithCookie({ ok: true, cerradas }, cookies.close(request.isSecure));
    }),
    user.remove('/sesiones/{id}', null, async ({ principal, params: { id = '' } }) => {
      if (await acceso.signOutOf(principal.usuario, id)) return okJson({ ok: true });
      throw notFound('No existe la sesión, o ya ha terminado.');
    }),
    post('/alta/consulta', Enlace, async (_, { token }) => {
      const found = await acceso.findSetup(token);
      if (found === null) throw refusal({ outcome: 'invalid_link' });
      const { usuario, expiraMs } = found;
      return okJson({
        email: usuario.email,
        expira_en: isoTimestamp(expiraMs),
      } satisfies Panel.Alta);
    }),
    post('/invitacion/consulta', Enlace, async (_, { token }) => {
      const found = await personas.findInvitation(token);
      if (found === null) throw refusal({ outcome: 'invalid_link' });
      return okJson({
        email: found.email,
        restaurante: found.restauranteNombre,
        rol: found.rol,
        expira_en: isoTimestamp(found.expiraMs),
        tiene_cuenta: found.tieneCuenta,
      } satisfies Panel.InvitacionAbierta);
    }),
    post('/invitacion', Alta, async (request, { token, clave }) => {
      const made = await personas.acceptNew({ token, clave });
      if (made.outcome !== 'accepted') throw refusal(made);
      return enter(request, await acceso.signIn({ email: made.email, clave }, request.visitor));
    }),
    user.post('/invitacion/aceptar', Enlace, async ({ principal }, { token }) => {
      const restaurante = await personas.accept(token, principal.usuario);
      if (restaurante === null) throw refusal({ outcome: 'invalid_link' });
      return okJson({ restaurante_id: restaurante });
    }),
    post('/alta', Alta, async (request, body) =>
      enter(request, await acceso.redeemSetup(body, request.visitor)),
    ),
  ];
};

const factorView = ({ reto, metodos, passkey }: Asked): Panel.SegundoFactor => ({
  segundo_factor: { reto, metodos, passkey },
});

/** Errors of a second factor. */
export const WRONG = {
  expired: new PanelError('reto_caducado', 'El segundo paso ha caducado. Empieza de nuevo.'),
  wrong: new PanelError('segundo_factor_incorrecto', 'El código o la llave no es correcto.'),
};

type Asked = Extract<SetupOutcome, { outcome: 'second_factor' }>;
type Refused = Exclude<SetupOutcome, { outcome: 'entered' | 'second_factor' }>;

const refusal = (result: Refused): PanelError => {
  switch (result.outcome) {
    case 'throttled':
      return tooManyAttempts(result.waitMs);
    case 'refused':
      return new PanelError(
        'credenciales_invalidas',
        'El correo o la contraseña no son correctos.',
      );
    case 'invalid_link':
      return new PanelError('enlace_invalido', 'El enlace ya se usó o ha caducado. Pide otro.');
    case 'weak':
      return new PanelError(
        'clave_debil',
        result.problem === 'length'
          ? `La contraseña debe tener de ${PASSWORD_CHARS_MIN} a ${PASSWORD_CHARS_MAX} caracteres.`
          : 'La contraseña es demasiado fácil de adivinar.',
      );
  }
};

const tooManyAttempts = (waitMs: number): PanelError => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new PanelError(
    'demasiados_intentos',
    `Demasiados intentos. Espera ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
    { headers: { 'retry-after': String(seconds) } },
  );
};
