import type { Clock } from '../clock.ts';
import { DAY_MS } from '../domain/time.ts';
import type { RandomBytes } from '../random.ts';
import type { AuditEntry } from '../storage/port/accounts.ts';
import type { Sesion, UsuarioDetalle } from '../storage/port/panel.ts';
import type { Store } from '../storage/port/store.ts';
import { intentoBuckets, ownBucket } from './intentos.ts';
import { type Passwords, passwordProblem } from './passwords.ts';
import { sha256Hex } from './secrets.ts';
import { normalizeEmail } from './usuarios.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const AGENTE_CHARS_MAX = 200;
/** A session that nobody used for so long ends, and so does one of this age. */
const IDLE_MS = 12 * 3_600_000;
const AGE_MS_MAX = 14 * DAY_MS;
/** When a session was last seen is written at most once in this time. */
const SEEN_RESOLUTION_MS = 60_000;

/** Where somebody comes from, as far as it matters here. */
export interface Visitor {
  address: string;
  agente: string;
}

export interface Entered {
  usuario: UsuarioDetalle;
  sesion: Sesion;
}

/** `token` goes into the cookie and is stored nowhere. */
export type SignInOutcome =
  | ({ outcome: 'entered'; token: string } & Entered)
  | { outcome: 'refused' }
  | { outcome: 'throttled'; waitMs: number };

type PasswordOutcome = SignInOutcome | { outcome: 'weak'; problem: 'length' | 'easy' };
export type SetupOutcome = PasswordOutcome | { outcome: 'invalid_link' };

export interface AccesoDeps {
  store: Pick<Store, 'usuarios' | 'sesiones' | 'intentos'>;
  clock: Clock;
  randomBytes: RandomBytes;
  passwords: Passwords;
}

/** Who may enter the panel, and for how long. */
export const makeAcceso = ({ store, clock, randomBytes, passwords }: AccesoDeps) => {
  const { usuarios, sesiones, intentos } = store;

  const note = (usuario: UsuarioDetalle, accion: string): AuditEntry => ({
    momentoMs: clock.now(),
    actor: usuario.email,
    accion,
    objeto: usuario.id,
    restauranteId: usuario.restauranteId,
    detalle: {},
  });

  const enter = async (usuario: UsuarioDetalle, visitor: Visitor): Promise<SignInOutcome> => {
    const token = Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
    const nowMs = clock.now();
    const sesion: Sesion = {
      hash: sha256Hex(token),
      usuarioId: usuario.id,
      creadaMs: nowMs,
      vistaMs: nowMs,
      agente: visitor.agente.slice(0, AGENTE_CHARS_MAX),
    };
    const stale = { creadaMs: nowMs - AGE_MS_MAX, vistaMs: nowMs - IDLE_MS };
    await sesiones.create(sesion, stale, note(usuario, 'sesion.iniciada'));
    return { outcome: 'entered', token, usuario, sesion };
  };

  /** Every way ends in the same answer after the same work, whoever exists and whoever does not. */
  const signIn = async (
    { email, clave }: { email: string; clave: string },
    visitor: Visitor,
  ): Promise<SignInOutcome> => {
    const known = normalizeEmail(email) ?? '';
    const { waitMs } = await intentos.take(intentoBuckets(known, visitor.address), clock.now());
    if (waitMs > 0) return { outcome: 'throttled', waitMs };
    const found = await usuarios.findByEmail(known);
    const isRight = await passwords.verify(clave, found?.clave ?? null);
    if (!isRight || found === null || found.usuario.desactivadoMs !== null) {
      return { outcome: 'refused' };
    }
    await intentos.clear([ownBucket(known, visitor.address)]);
    return enter(found.usuario, visitor);
  };

  /** When a session ends, used or not, and when it ends unless it is used. */
  const oldestMs = ({ creadaMs }: Sesion): number => creadaMs + AGE_MS_MAX;
  const endsMs = (sesion: Sesion): number => Math.min(oldestMs(sesion), sesion.vistaMs + IDLE_MS);

  /** Whose session it is, if it still holds; noted as seen. */
  const current = async (token: string): Promise<Entered | null> => {
    if (!TOKEN.test(token)) return null;
    const found = await sesiones.find(sha256Hex(token));
    const nowMs = clock.now();
    if (found === null || endsMs(found.sesion) <= nowMs) return null;
    if (nowMs - found.sesion.vistaMs < SEEN_RESOLUTION_MS) return found;
    await sesiones.touch(found.sesion.hash, nowMs);
    return { ...found, sesion: { ...found.sesion, vistaMs: nowMs } };
  };

  /** Whether a session still holds, by its hash; looking is no use of it. */
  const isOpen = async (hash: string): Promise<boolean> => {
    const found = await sesiones.find(hash);
    return found !== null && endsMs(found.sesion) > clock.now();
  };

  const findSetup = async (token: string) => {
    const found = TOKEN.test(token) ? await usuarios.findBySetup(sha256Hex(token)) : null;
    const holds = found !== null && found.expiraMs > clock.now();
    return holds && found.usuario.desactivadoMs === null ? found : null;
  };

  /** The holder of the link chooses the password and is in. */
  const redeemSetup = async (
    { token, clave }: { token: string; clave: string },
    visitor: Visitor,
  ): Promise<SetupOutcome> => {
    const found = await findSetup(token);
    if (found === null) return { outcome: 'invalid_link' };
    const { usuario } = found;
    const problem = passwordProblem(clave, usuario.email);
    if (problem !== null) return { outcome: 'weak', problem };
    const stored = await passwords.hash(clave);
    const redeemed = await usuarios.redeemSetup(
      sha256Hex(token),
      clock.now(),
      stored,
      note(usuario, 'usuario.clave_elegida'),
    );
    return redeemed ? enter(usuario, visitor) : { outcome: 'invalid_link' };
  };

  /** Ends every session; whoever changed the password goes on with a new one. */
  const changePassword = async (
    usuario: UsuarioDetalle,
    { actual, nueva }: { actual: string; nueva: string },
    visitor: Visitor,
  ): Promise<PasswordOutcome> => {
    const { email } = usuario;
    const { waitMs } = await intentos.take(intentoBuckets(email, visitor.address), clock.now());
    if (waitMs > 0) return { outcome: 'throttled', waitMs };
    const stored = (await usuarios.findByEmail(email))?.clave ?? null;
    if (!(await passwords.verify(actual, stored)) || stored === null) return { outcome: 'refused' };
    const problem = passwordProblem(nueva, email);
    if (problem !== null) return { outcome: 'weak', problem };
    await intentos.clear([ownBucket(email, visitor.address)]);
    const changed = await usuarios.changePassword(
      usuario.id,
      stored,
      await passwords.hash(nueva),
      note(usuario, 'usuario.clave_cambiada'),
    );
    return changed ? enter(usuario, visitor) : { outcome: 'refused' };
  };

  return {
    signIn,
    current,
    isOpen,
    oldestMs,
    endsMs,
    findSetup,
    redeemSetup,
    changePassword,
    sessions: (usuario: UsuarioDetalle) => sesiones.list(usuario.id),
    signOut: ({ usuario, sesion }: Entered) =>
      sesiones.end(sesion.hash, note(usuario, 'sesion.cerrada')),
    signOutEverywhere: (usuario: UsuarioDetalle) =>
      sesiones.endAll(usuario.id, note(usuario, 'sesion.cerradas_todas')),
  };
};

export type Acceso = ReturnType<typeof makeAcceso>;
