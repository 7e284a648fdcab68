import { mayRol, type Rol } from '../contract/roles.ts';
import { DAY_MS, isoTimestamp } from '../domain/time.ts';
import type { Mail } from '../mail/mail.ts';
import type { CambioMiembro, Invitacion } from '../storage/port/panel/miembros.ts';
import type { UsuarioDetalle } from '../storage/port/panel.ts';
import { auditEntry } from './audit.ts';
import type { AdminDeps } from './deps.ts';
import { type Passwords, passwordProblem } from './passwords.ts';
import { isPanelToken, mintPanelToken, sha256Hex } from './secrets.ts';
import { normalizeEmail } from './usuarios.ts';

const INVITATION_TTL_MS = 7 * DAY_MS;

interface Act {
  /** The person who does it. */
  usuario: UsuarioDetalle;
  restaurante: { id: string; nombre: string };
}

/** `url` is null where it was sent by mail: nobody else gets it then. */
type InviteOutcome =
  | { outcome: 'invited'; invitacion: Invitacion; url: string | null }
  | { outcome: 'invalid_email' | 'already_member' | 'too_many' | 'no_restaurant' };

interface PersonasDeps extends AdminDeps {
  publicUrl: string;
  passwords: Passwords;
  mail: Pick<Mail, 'isOn' | 'send'>;
}

/** The people of a restaurant, whom its owners invite, change and remove. */
export const makePersonas = (deps: PersonasDeps) => {
  const { store, clock, randomBytes, mintId, publicUrl, passwords, mail } = deps;
  const { miembros } = store;

  const note = (accion: string, objeto: string, { usuario, restaurante }: Act, detalle = {}) => {
    const act = { actor: usuario.email, momentoMs: clock.now(), detalle };
    return auditEntry(accion, { id: objeto, restauranteId: restaurante.id }, act);
  };

  const sendInvitation = (invitacion: Invitacion, { usuario, restaurante }: Act, url: string) =>
    mail.send({
      to: invitacion.email,
      subject: `Invitación a ${restaurante.nombre} en Comanda`,
      body: {
        lang: 'es',
        title: `Te invitan a ${restaurante.nombre}`,
        paragraphs: [
          `${usuario.email} te invita al panel de ${restaurante.nombre} como ${invitacion.rol}.`,
          `El enlace sirve una vez, hasta el ${isoTimestamp(invitacion.expiraMs)}. Si ya tienes una cuenta, te pedirá que entres.`,
        ],
        link: { text: 'Aceptar la invitación', href: url },
        footer: ['Si no esperabas esta invitación, no hagas nada: caduca sola.'],
      },
    });

  const invite = async (given: { email: string; rol: Rol }, act: Act): Promise<InviteOutcome> => {
    const email = normalizeEmail(given.email);
    if (email === null) return { outcome: 'invalid_email' };
    const nowMs = clock.now();
    const token = mintPanelToken(randomBytes);
    const invitacion: Invitacion = {
      id: mintId('invitacion', nowMs),
      restauranteId: act.restaurante.id,
      email,
      rol: given.rol,
      usuarioId: act.usuario.id,
      creadaMs: nowMs,
      expiraMs: nowMs + INVITATION_TTL_MS,
    };
    const entry = note('persona.invitada', invitacion.id, act, { email, rol: given.rol });
    const outcome = await miembros.invite(invitacion, sha256Hex(token), entry);
    if (outcome !== 'invited') return { outcome };
    const url = `${publicUrl}/panel/invitacion#${token}`;
    if (mail.isOn) await sendInvitation(invitacion, act, url);
    return { outcome, invitacion, url: mail.isOn ? null : url };
  };

  const findInvitation = async (token: string) => {
    const found = isPanelToken(token) ? await miembros.findInvitation(sha256Hex(token)) : null;
    return found !== null && found.expiraMs > clock.now() ? found : null;
  };

  const accepted = (id: string, email: string) =>
    auditEntry(
      'persona.aceptada',
      { id, restauranteId: null },
      { actor: email, momentoMs: clock.now(), detalle: { email } },
    );

  /** For somebody who is signed in: the invitation must be theirs. */
  const accept = (token: string, { id, email }: UsuarioDetalle): Promise<string | null> =>
    miembros.accept(sha256Hex(token), clock.now(), id, accepted(id, email));

  /** For an e-mail without an account: the link makes one, and never changes one that exists. */
  const acceptNew = async ({ token, clave }: { token: string; clave: string }) => {
    const found = await findInvitation(token);
    if (found === null || found.tieneCuenta) return { outcome: 'invalid_link' } as const;
    const { email } = found;
    const problem = passwordProblem(clave, email);
    if (problem !== null) return { outcome: 'weak', problem } as const;
    const nowMs = clock.now();
    const usuario = { id: mintId('usuario', nowMs), email, creadoMs: nowMs };
    const stored = await passwords.hash(clave);
    const entry = accepted(usuario.id, email);
    const done = await miembros.acceptNew(sha256Hex(token), nowMs, usuario, stored, entry);
    return done === null
      ? ({ outcome: 'invalid_link' } as const)
      : ({ outcome: 'accepted', email } as const);
  };

  const change = (id: string, accion: string, cambio: CambioMiembro, detalle: object, act: Act) =>
    miembros.change(act.restaurante.id, id, cambio, note(accion, id, act, detalle));

  const tellOwners = async (restauranteId: string, title: string, text: string): Promise<void> => {
    if (!mail.isOn) return;
    const owners = (await miembros.list(restauranteId)).filter(
      ({ rol, suspendidoMs, desactivadoMs }) =>
        rol === 'propietaria' && suspendidoMs === null && desactivadoMs === null,
    );
    const footer = ['Lo recibes porque eres propietaria. En Actividad está quién hizo qué.'];
    const body = { lang: 'es', title, paragraphs: [text], footer } as const;
    await Promise.all(owners.map(({ email }) => mail.send({ to: email, subject: title, body })));
  };

  return {
    invite,
    findInvitation,
    accept,
    acceptNew,
    tellOwners,
    isMailOn: mail.isOn,
    setRol: (id: string, rol: Rol, act: Act) => {
      const cambio = { rol, endsScreens: !mayRol(rol, 'pantallas') };
      return change(id, 'persona.puesto_cambiado', cambio, { rol }, act);
    },
    suspend: (id: string, act: Act) => {
      const cambio = { suspendidoMs: clock.now(), endsScreens: true };
      return change(id, 'persona.suspendida', cambio, {}, act);
    },
    readmit: (id: string, act: Act) =>
      change(id, 'persona.readmitida', { suspendidoMs: null, endsScreens: false }, {}, act),
    remove: (id: string, act: Act) =>
      change(id, 'persona.quitada', { isRemoved: true, endsScreens: true }, {}, act),
    withdraw: (id: string, act: Act) =>
      miembros.withdraw(act.restaurante.id, id, note('persona.invitacion_retirada', id, act)),
    list: async (restauranteId: string) => {
      const [people, invitations] = await Promise.all([
        miembros.list(restauranteId),
        miembros.invitations(restauranteId),
      ]);
      return { people, invitations };
    },
  };
};

export type Personas = ReturnType<typeof makePersonas>;
