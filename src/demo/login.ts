import type { AdminDeps } from '../admin/deps.ts';
import { makePasswords } from '../admin/passwords.ts';
import { sha256Hex } from '../admin/secrets.ts';
import { makeUsuarios } from '../admin/usuarios.ts';
import { randomBase32 } from '../domain/ids.ts';
import { keep, readKept } from './kept.ts';

const EMAIL = 'demo@comanda.example';
const ACTOR = 'demo';
const FILE = 'demo.password';
const PASSWORD_GROUPS = 4;
const GROUP_CHARS = 4;

/** How to sign in to the panel; no password where somebody has chosen another. */
export interface Login {
  email: string;
  clave: string | null;
}

/**
 * An operator, who sees every page. The password is made for this database and never the same twice: a
 * demo that ends up on a server must not have a door that everybody knows.
 */
export const demoLogin = async (dataDir: string, deps: AdminDeps): Promise<Login | null> => {
  const { store, clock, randomBytes } = deps;
  const passwords = makePasswords(randomBytes);
  const found = await store.usuarios.findByEmail(EMAIL);
  if (found !== null && found.clave !== null) {
    if (found.usuario.desactivadoMs !== null) return null;
    const kept = await readKept(dataDir, FILE);
    const holds = kept !== null && (await passwords.verify(kept, found.clave));
    return { email: EMAIL, clave: holds ? kept : null };
  }
  // A user without a password is one whose first start was cut off.
  const usuarios = makeUsuarios(deps);
  const made = await (found === null
    ? usuarios.create({ email: EMAIL, restauranteId: null }, ACTOR)
    : usuarios.offerSetup(found.usuario.id, ACTOR));
  if (!('setupToken' in made)) return null;
  const clave = newPassword(randomBytes);
  const redeemed = await store.usuarios.redeemSetup(
    sha256Hex(made.setupToken),
    clock.now(),
    await passwords.hash(clave),
    {
      momentoMs: clock.now(),
      actor: ACTOR,
      accion: 'usuario.clave_elegida',
      objeto: made.usuario.id,
      restauranteId: null,
      detalle: {},
    },
  );
  if (!redeemed) return null;
  await keep(dataDir, FILE, clave);
  return { email: EMAIL, clave };
};

/** In groups, because somebody may have to type it. */
const newPassword = (randomBytes: AdminDeps['randomBytes']): string =>
  Array.from({ length: PASSWORD_GROUPS }, () => randomBase32(randomBytes(GROUP_CHARS))).join('-');
