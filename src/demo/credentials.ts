import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditEntry, personIn } from '../admin/audit.ts';
import type { AdminDeps } from '../admin/deps.ts';
import { makeLlaves } from '../admin/llaves.ts';
import { makePasswords } from '../admin/passwords.ts';
import { sha256Hex } from '../admin/secrets.ts';
import { makeUsuarios } from '../admin/usuarios.ts';
import { ALCANCES } from '../contract/alcances.ts';
import { randomBase32 } from '../domain/ids.ts';
import { estadoLlave } from '../domain/llave.ts';
import { makeDataDir } from '../platform/data-dir.ts';
import { PLACES } from './places/places.ts';

const ACTOR = 'demo';
const EMAIL = 'demo@comanda.example';
const KEY_FILE = 'demo.key';
const PASSWORD_FILE = 'demo.password';
const PASSWORD_GROUPS = 4;
const GROUP_CHARS = 4;
const OWNER_ONLY = 0o600;

/** This token, unlike any other, is kept in the data folder, so that copied commands still work after a restart of the demo. */
export const demoKey = async (dataDir: string, deps: AdminDeps): Promise<string> => {
  const kept = await readKept(dataDir, KEY_FILE);
  const known = kept && (await deps.store.llaves.findByHash(sha256Hex(kept)));
  if (kept && known && estadoLlave(known.llave, deps.clock.now()) === 'activa') return kept;

  const made = await makeLlaves(deps).create(
    {
      restauranteId: PLACES[0].perfil.id,
      nombre: 'Demo',
      etiqueta: 'test',
      alcances: ALCANCES,
      expiraMs: null,
    },
    ACTOR,
  );
  if (made.outcome !== 'created') throw new Error(`no key for the demo: ${made.outcome}`);
  await keep(dataDir, KEY_FILE, made.token);
  return made.token;
};

export type Login = { email: string; clave: string | null };

/** The password is minted for each database: a demo that ends up on a server must not have one that everybody knows. */
export const demoLogin = async (dataDir: string, deps: AdminDeps): Promise<Login | null> => {
  const { store, clock, randomBytes } = deps;
  const passwords = makePasswords(randomBytes);
  const found = await store.usuarios.findByEmail(EMAIL);
  if (found !== null && found.clave !== null) {
    if (found.usuario.desactivadoMs !== null) return null;
    const kept = await readKept(dataDir, PASSWORD_FILE);
    const isRight = kept !== null && (await passwords.verify(kept, found.clave));
    return { email: EMAIL, clave: isRight ? kept : null };
  }
  // A user without a password means that the first start was cut off.
  const usuarios = makeUsuarios(deps);
  const made = await (found === null
    ? usuarios.create({ email: EMAIL, operador: true, puestos: [] }, ACTOR)
    : usuarios.offerSetup(found.usuario.id, ACTOR));
  if (!('setupToken' in made)) return null;
  const clave = newPassword(randomBytes);
  const redeemed = await store.usuarios.redeemSetup(
    sha256Hex(made.setupToken),
    clock.now(),
    await passwords.hash(clave),
    auditEntry('usuario.clave_elegida', personIn(made.usuario), {
      actor: ACTOR,
      momentoMs: clock.now(),
    }),
  );
  if (!redeemed) return null;
  await keep(dataDir, PASSWORD_FILE, clave);
  return { email: EMAIL, clave };
};

/** In groups, because somebody may have to type it. */
const newPassword = (randomBytes: AdminDeps['randomBytes']): string =>
  Array.from({ length: PASSWORD_GROUPS }, () => randomBase32(randomBytes(GROUP_CHARS))).join('-');

const readKept = (dataDir: string, file: string): Promise<string | null> =>
  readFile(join(dataDir, file), 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );

/** If the folder cannot be written, the next start makes another secret. */
const keep = async (dataDir: string, file: string, secret: string): Promise<void> => {
  try {
    makeDataDir(dataDir);
    await writeFile(join(dataDir, file), `${secret}\n`, { mode: OWNER_ONLY });
  } catch {}
};
