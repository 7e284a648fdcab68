import type { AuditEntry } from '../storage/port/accounts.ts';
import type { Usuario, UsuarioDetalle } from '../storage/port/panel.ts';
import type { AdminDeps } from './deps.ts';
import { sha256Hex } from './secrets.ts';

const SETUP_TOKEN_BYTES = 32;
const SETUP_TTL_MS = 72 * 3_600_000;
const EMAIL_CHARS_MAX = 254;
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const EMAIL = new RegExp(`^[^\\s\\p{C}@<>()\\[\\]",:;\\\\]{1,64}@(?:${LABEL}\\.)+${LABEL}$`, 'u');

/** The address in the one form it is stored and compared in; null when it cannot be one. */
export const normalizeEmail = (text: string): string | null => {
  const email = text.trim().normalize('NFC').toLowerCase();
  return email.length <= EMAIL_CHARS_MAX && EMAIL.test(email) ? email : null;
};

/** `setupToken` is shown once: its holder chooses the password until `setupExpiraMs`. */
export type CreateUsuarioOutcome =
  | { outcome: 'created'; usuario: Usuario; setupToken: string; setupExpiraMs: number }
  | { outcome: 'invalid_email' | 'email_taken' | 'no_restaurant' };

/**
 * Where a new user chooses a password. The token is in the fragment, which browsers keep to
 * themselves: it reaches no proxy's log and no referrer.
 */
export const setupUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/panel/alta#${token}`;

/** `setupToken` is shown once, as above. */
export type OfferOutcome =
  | { outcome: 'offered'; usuario: UsuarioDetalle; setupToken: string; setupExpiraMs: number }
  | { outcome: 'not_found' | 'disabled' };

export type DisableOutcome =
  | { outcome: 'done' | 'unchanged'; usuario: UsuarioDetalle }
  | { outcome: 'not_found' };

const LISTED_MAX = 5_000;

export const makeUsuarios = ({ store, clock, randomBytes, mintId }: AdminDeps) => {
  const mintSetup = () => {
    const setupToken = Buffer.from(randomBytes(SETUP_TOKEN_BYTES)).toString('base64url');
    return { setupToken, setupExpiraMs: clock.now() + SETUP_TTL_MS };
  };

  const entry = (accion: string, usuario: Usuario, actor: string): AuditEntry => ({
    momentoMs: clock.now(),
    actor,
    accion,
    objeto: usuario.id,
    restauranteId: usuario.restauranteId,
    detalle: { email: usuario.email },
  });

  const create = async (
    input: { email: string; restauranteId: string | null },
    actor: string,
  ): Promise<CreateUsuarioOutcome> => {
    const email = normalizeEmail(input.email);
    if (email === null) return { outcome: 'invalid_email' };
    const nowMs = clock.now();
    const { setupToken, setupExpiraMs } = mintSetup();
    const { restauranteId } = input;
    const usuario: Usuario = {
      id: mintId('usuario', nowMs),
      email,
      restauranteId,
      creadoMs: nowMs,
    };
    const stored = await store.usuarios.create(
      usuario,
      { hash: sha256Hex(setupToken), expiraMs: setupExpiraMs },
      entry('usuario.creado', usuario, actor),
    );
    return stored === 'created'
      ? { outcome: 'created', usuario, setupToken, setupExpiraMs }
      : { outcome: stored };
  };

  /** Another link, for a password that was lost: until it is used, the old one works. */
  const offerSetup = async (id: string, actor: string): Promise<OfferOutcome> => {
    const usuario = await store.usuarios.get(id);
    if (usuario === null) return { outcome: 'not_found' };
    if (usuario.desactivadoMs !== null) return { outcome: 'disabled' };
    const { setupToken, setupExpiraMs } = mintSetup();
    const offered = await store.usuarios.offerSetup(
      id,
      { hash: sha256Hex(setupToken), expiraMs: setupExpiraMs },
      entry('usuario.enlace_creado', usuario, actor),
    );
    return offered
      ? { outcome: 'offered', usuario, setupToken, setupExpiraMs }
      : { outcome: 'not_found' };
  };

  const setDisabled = async (
    id: string,
    disabled: boolean,
    actor: string,
  ): Promise<DisableOutcome> => {
    const before = await store.usuarios.get(id);
    if (before === null) return { outcome: 'not_found' };
    const accion = disabled ? 'usuario.desactivado' : 'usuario.reactivado';
    const atMs = disabled ? clock.now() : null;
    const changed = await store.usuarios.setDisabled(id, atMs, entry(accion, before, actor));
    const usuario = (await store.usuarios.get(id)) ?? before;
    return { outcome: changed ? 'done' : 'unchanged', usuario };
  };

  return { create, offerSetup, setDisabled, list: () => store.usuarios.list(LISTED_MAX) };
};
