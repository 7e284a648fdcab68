import { wideNetworkOf } from '../domain/network.ts';
import { HOUR_MS } from '../domain/time.ts';
import type { Mail } from '../mail/mail.ts';
import type { UsuarioDetalle } from '../storage/port/panel.ts';
import type { Store } from '../storage/port/store.ts';
import { makeTellOfDevice } from './entrada/device-mail.ts';
import { makeIntentos, mintDevice, readDevice, siteOf } from './entrada/intentos.ts';
import type { FactoresService, Respuesta } from './factores/factores.ts';
import { type Passwords, passwordProblem } from './passwords.ts';
import { isPanelToken, sha256Hex } from './secrets.ts';
import { type Entered, makeSesiones, type SesionesDeps, type Visitor } from './sesiones.ts';
import { normalizeEmail } from './usuarios.ts';

/** `token` goes into the cookie and is stored nowhere; `device` into another, which proves that the account is known there. */
type SignInOutcome =
  | ({ outcome: 'entered'; token: string; device: string } & Entered)
  | ({ outcome: 'second_factor' } & NonNullable<Awaited<ReturnType<FactoresService['begin']>>>)
  | { outcome: 'refused' }
  | { outcome: 'throttled'; waitMs: number };

type PasswordOutcome = SignInOutcome | { outcome: 'weak'; problem: 'length' | 'easy' };
export type SetupOutcome = PasswordOutcome | { outcome: 'invalid_link' };

/** The text that was given for an account may be a password. */
const UNKNOWN_ACCOUNT = 'desconocida';
const REFUSED = { outcome: 'refused' } as const;

interface AccesoDeps extends SesionesDeps {
  store: Pick<Store, 'usuarios' | 'sesiones' | 'intentos' | 'auditoria' | 'health'>;
  passwords: Passwords;
  factores: Pick<FactoresService, 'begin' | 'finish'>;
  publicUrl: string;
  mail: Pick<Mail, 'isOn' | 'send'>;
}

export const makeAcceso = ({ passwords, factores, ...deps }: AccesoDeps) => {
  const { clock, store } = deps;
  const { usuarios, auditoria } = store;
  const tellOfDevice = makeTellOfDevice(deps);
  const intentos = makeIntentos(store.intentos, clock);
  const { note, enter: open, ...sesiones } = makeSesiones(deps);

  const enter = async (usuario: UsuarioDetalle, stored: string, visitor: Visitor) => {
    const entered = await open(usuario, stored, visitor);
    return (
      entered && {
        ...entered,
        device: mintDevice({ email: usuario.email, stored }, deps.randomBytes),
      }
    );
  };

  /** Like `enter`, and tells the user of a browser that they have not signed in with before. */
  const arrive = async (usuario: UsuarioDetalle, stored: string, visitor: Visitor) => {
    const entered = await enter(usuario, stored, visitor);
    const isKnown = readDevice(visitor.equipo ?? '', { email: usuario.email, stored }) !== null;
    if (entered !== null && !isKnown) await tellOfDevice(usuario, entered.sesion);
    return entered;
  };

  /** One entry for each account, network and hour: a flood of attempts is a number. */
  const countRefusal = (objeto: string, { address }: Visitor): Promise<void> => {
    const momentoMs = clock.now();
    const actor = `red:${wideNetworkOf(address)}`;
    const key = `sesion.rechazada ${Math.floor(momentoMs / HOUR_MS)} ${actor} ${objeto}`;
    const accion = 'sesion.rechazada';
    const entry = { momentoMs, actor, accion, objeto, restauranteId: null, detalle: {} };
    return auditoria.count(entry, key, 1);
  };

  /**
   * Compares a password in its turn. What the queue turned away, or a limit, was not compared and counts nothing; the compared
   * attempt counts before the comparison. `stored` is the hash, if the password was right.
   */
  const compare = async (email: string, clave: string, visitor: Visitor) => {
    const { address, equipo = '' } = visitor;
    const unknown = { email, address, device: null };
    const heldMs = equipo === '' ? intentos.heldMs(unknown) : 0;
    if (heldMs > 0) return { outcome: 'throttled', waitMs: heldMs } as const;
    return passwords.inTurn(siteOf(address), async () => {
      const found = await usuarios.findByEmail(email);
      const stored = found?.clave ?? null;
      const device = stored === null ? null : readDevice(equipo, { email, stored });
      const attempt = { ...unknown, device };
      const waitMs = intentos.heldMs(attempt) || (await intentos.take(attempt));
      if (waitMs > 0) return { outcome: 'throttled', waitMs } as const;
      const isRight = await passwords.verify(clave, stored);
      if (!isRight || found === null || stored === null) {
        await countRefusal(found?.usuario.id ?? UNKNOWN_ACCOUNT, visitor);
        return REFUSED;
      }
      const clear = () => intentos.clear(attempt);
      return { outcome: 'right', usuario: found.usuario, stored, clear } as const;
    });
  };

  /** Asks for the second factor, if the user has one: neither password nor link is enough then. */
  const enterOrAsk = async (
    usuario: UsuarioDetalle,
    stored: string,
    visitor: Visitor,
  ): Promise<SignInOutcome> => {
    const asked = await factores.begin(usuario, stored, visitor.origin);
    if (asked !== null) return { outcome: 'second_factor', ...asked };
    return (await arrive(usuario, stored, visitor)) ?? REFUSED;
  };

  /** Every refusal gives the same answer after the same work, whether the user exists or not. */
  const signIn = async (
    { email, clave }: { email: string; clave: string },
    visitor: Visitor,
  ): Promise<SignInOutcome> => {
    const compared = await compare(normalizeEmail(email) ?? '', clave, visitor);
    if (compared.outcome !== 'right') return compared;
    const { usuario, stored, clear } = compared;
    if (usuario.desactivadoMs !== null) {
      await countRefusal(usuario.id, visitor);
      return REFUSED;
    }
    await clear();
    return enterOrAsk(usuario, stored, visitor);
  };

  const findSetup = async (token: string) => {
    const found = isPanelToken(token) ? await usuarios.findBySetup(sha256Hex(token)) : null;
    const holds = found !== null && found.expiraMs > clock.now();
    return holds && found.usuario.desactivadoMs === null ? found : null;
  };

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
    return redeemed ? enterOrAsk(usuario, stored, visitor) : { outcome: 'invalid_link' };
  };

  const changePassword = async (
    usuario: UsuarioDetalle,
    { actual, nueva }: { actual: string; nueva: string },
    visitor: Visitor,
  ): Promise<PasswordOutcome> => {
    const { email } = usuario;
    const compared = await compare(email, actual, visitor);
    if (compared.outcome !== 'right') return compared;
    const problem = passwordProblem(nueva, email);
    if (problem !== null) return { outcome: 'weak', problem };
    await compared.clear();
    const { stored } = compared;
    const next = await passwords.hash(nueva);
    const entry = note(usuario, 'usuario.clave_cambiada');
    const changed = await usuarios.changePassword(usuario.id, stored, next, entry);
    return (changed ? await enter(usuario, next, visitor) : null) ?? REFUSED;
  };

  const answerFactor = async (
    reto: string,
    given: Respuesta,
    visitor: Visitor,
  ): Promise<SignInOutcome | { outcome: 'expired' } | { outcome: 'wrong' }> => {
    const result = await factores.finish(reto, given);
    if (result.outcome !== 'passed') return result;
    return (await arrive(result.usuario, result.clave, visitor)) ?? { outcome: 'expired' };
  };

  return { ...sesiones, signIn, answerFactor, findSetup, redeemSetup, changePassword };
};

export type Acceso = ReturnType<typeof makeAcceso>;
