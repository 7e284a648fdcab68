import type { Usuario } from '../storage/panel-port.ts';
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

export const makeUsuarios = ({ store, clock, randomBytes, mintId }: AdminDeps) => {
  const create = async (
    input: { email: string; restauranteId: string | null },
    actor: string,
  ): Promise<CreateUsuarioOutcome> => {
    const email = normalizeEmail(input.email);
    if (email === null) return { outcome: 'invalid_email' };
    const nowMs = clock.now();
    const { restauranteId } = input;
    const setupToken = Buffer.from(randomBytes(SETUP_TOKEN_BYTES)).toString('base64url');
    const setupExpiraMs = nowMs + SETUP_TTL_MS;
    const usuario: Usuario = {
      id: mintId('usuario', nowMs),
      email,
      restauranteId,
      creadoMs: nowMs,
    };
    const stored = await store.usuarios.create(
      usuario,
      { hash: sha256Hex(setupToken), expiraMs: setupExpiraMs },
      {
        momentoMs: nowMs,
        actor,
        accion: 'usuario.creado',
        objeto: usuario.id,
        restauranteId,
        detalle: { email },
      },
    );
    return stored === 'created'
      ? { outcome: 'created', usuario, setupToken, setupExpiraMs }
      : { outcome: stored };
  };

  return { create };
};
