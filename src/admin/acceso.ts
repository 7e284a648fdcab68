import { HOUR_MS, QUARTER_MS } from '../domain/time.ts';
import type { IntentoBucket, UsuarioDetalle } from '../storage/port/panel.ts';
import type { Store } from '../storage/port/store.ts';
import { type Passwords, passwordProblem } from './passwords.ts';
import { isPanelToken, sha256Hex } from './secrets.ts';
import { type Entered, makeSesiones, type SesionesDeps, type Visitor } from './sesiones.ts';
import { normalizeEmail } from './usuarios.ts';

/** `token` goes into the cookie and is stored nowhere. */
type SignInOutcome =
  | ({ outcome: 'entered'; token: string } & Entered)
  | { outcome: 'refused' }
  | { outcome: 'throttled'; waitMs: number };

type PasswordOutcome = SignInOutcome | { outcome: 'weak'; problem: 'length' | 'easy' };
export type SetupOutcome = PasswordOutcome | { outcome: 'invalid_link' };

const REFUSED = { outcome: 'refused' } as const;

interface AccesoDeps extends SesionesDeps {
  store: Pick<Store, 'usuarios' | 'sesiones' | 'intentos'>;
  passwords: Passwords;
}

export const makeAcceso = ({ passwords, ...deps }: AccesoDeps) => {
  const { clock, store } = deps;
  const { usuarios, intentos } = store;
  const { note, enter, ...sesiones } = makeSesiones(deps);

  const takeAttempt = (email: string, { address }: Visitor) =>
    intentos.take(intentoBuckets(email, address), clock.now());

  /** Every refusal gives the same answer after the same work, whether the user exists or not. */
  const signIn = async (
    { email, clave }: { email: string; clave: string },
    visitor: Visitor,
  ): Promise<SignInOutcome> => {
    const known = normalizeEmail(email) ?? '';
    const { waitMs } = await takeAttempt(known, visitor);
    if (waitMs > 0) return { outcome: 'throttled', waitMs };
    const found = await usuarios.findByEmail(known);
    const stored = found?.clave ?? null;
    const isRight = await passwords.verify(clave, stored);
    if (!isRight || found === null || stored === null || found.usuario.desactivadoMs !== null) {
      return REFUSED;
    }
    await intentos.clear([ownBucket(known, visitor.address)]);
    return (await enter(found.usuario, stored, visitor)) ?? REFUSED;
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
    const entered = redeemed ? await enter(usuario, stored, visitor) : null;
    return entered ?? { outcome: 'invalid_link' };
  };

  const changePassword = async (
    usuario: UsuarioDetalle,
    { actual, nueva }: { actual: string; nueva: string },
    visitor: Visitor,
  ): Promise<PasswordOutcome> => {
    const { email } = usuario;
    const { waitMs } = await takeAttempt(email, visitor);
    if (waitMs > 0) return { outcome: 'throttled', waitMs };
    const stored = (await usuarios.findByEmail(email))?.clave ?? null;
    if (!(await passwords.verify(actual, stored)) || stored === null) return REFUSED;
    const problem = passwordProblem(nueva, email);
    if (problem !== null) return { outcome: 'weak', problem };
    await intentos.clear([ownBucket(email, visitor.address)]);
    const next = await passwords.hash(nueva);
    const entry = note(usuario, 'usuario.clave_cambiada');
    const changed = await usuarios.changePassword(usuario.id, stored, next, entry);
    return (changed ? await enter(usuario, next, visitor) : null) ?? REFUSED;
  };

  return { ...sesiones, signIn, findSetup, redeemSetup, changePassword };
};

export type Acceso = ReturnType<typeof makeAcceso>;

/** The limit of one account over all addresses is the widest, because anybody can use it up and lock the owner out. */
const OWN_MAX = 5;
const ADDRESS_MAX = 30;
const ACCOUNT_MAX = 100;

/** The bucket of one account from one address, which the right password clears. */
const ownBucket = (email: string, address: string): string =>
  `cuenta-ip:${digest(email)}:${address}`;

export const intentoBuckets = (email: string, address: string): IntentoBucket[] => [
  { clave: ownBucket(email, address), limit: OWN_MAX, windowMs: QUARTER_MS },
  { clave: `ip:${address}`, limit: ADDRESS_MAX, windowMs: QUARTER_MS },
  { clave: `cuenta:${digest(email)}`, limit: ACCOUNT_MAX, windowMs: HOUR_MS },
];

/** Stored instead of the text, which may be a password typed into the wrong field. */
const digest = (email: string): string => sha256Hex(email).slice(0, 32);
