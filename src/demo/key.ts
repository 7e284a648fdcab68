import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdminDeps } from '../admin/deps.ts';
import { estadoLlave, makeLlaves } from '../admin/llaves.ts';
import { sha256Hex } from '../admin/secrets.ts';
import { ALCANCES } from '../contract/alcances.ts';
import { PLACES } from './places/places.ts';

const OWNER_ONLY = 0o600;
const ACTOR = 'demo';

/**
 * A key with every scope, for the demo's restaurant. Kept in the data folder, which no other key is: the
 * commands that somebody copied go on working when the demo is started again.
 */
export const demoKey = async (dataDir: string, deps: AdminDeps): Promise<string> => {
  const file = join(dataDir, 'demo.key');
  const kept = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );
  const known = kept === '' ? null : await deps.store.llaves.findByHash(sha256Hex(kept));
  if (known !== null && estadoLlave(known.llave, deps.clock.now()) === 'active') return kept;

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
  // Where the folder cannot be written, the next start makes another key.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
    .then(() => writeFile(file, `${made.token}\n`, { mode: OWNER_ONLY }))
    .catch(() => undefined);
  return made.token;
};
