import type { AdminDeps } from '../admin/deps.ts';
import { estadoLlave, makeLlaves } from '../admin/llaves.ts';
import { sha256Hex } from '../admin/secrets.ts';
import { ALCANCES } from '../contract/alcances.ts';
import { keep, readKept } from './kept.ts';
import { PLACES } from './places/places.ts';

const FILE = 'demo.key';
const ACTOR = 'demo';

/**
 * A key with every scope, for the demo's restaurant. Kept in the data folder, which no other key is: the
 * commands that somebody copied go on working when the demo is started again.
 */
export const demoKey = async (dataDir: string, deps: AdminDeps): Promise<string> => {
  const kept = await readKept(dataDir, FILE);
  const known = kept === null ? null : await deps.store.llaves.findByHash(sha256Hex(kept));
  const isActive = known !== null && estadoLlave(known.llave, deps.clock.now()) === 'active';
  if (kept !== null && isActive) return kept;

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
  await keep(dataDir, FILE, made.token);
  return made.token;
};
