import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLlaves } from '../../src/admin/llaves.ts';
import { systemClock } from '../../src/clock.ts';
import { ALCANCES } from '../../src/contract/alcances.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeRandomBytes } from '../../src/random.ts';
import { openStore } from '../../src/storage/open.ts';
import { createMigratedDatabase } from '../../test/support/postgres/databases.ts';
import { sampleRestaurante } from '../../test/support/samples.ts';
import type { Cleanup } from '../../test/support/service.ts';

export type EngineName = 'sqlite' | 'postgres';

export interface Database {
  /** Null on SQLite. */
  url: string | null;
  dataDir: string;
}

/** In a folder of its own, or in one that was prepared. */
export const makeDatabase = async (
  t: Cleanup,
  engine: EngineName,
  prepared?: string,
): Promise<Database> => {
  const dataDir = prepared ?? mkdtempSync(join(tmpdir(), 'comanda-faults-'));
  if (prepared === undefined) {
    t.after(async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  }
  if (engine === 'sqlite') return { url: null, dataDir };
  const { url, drop } = await createMigratedDatabase();
  t.after(drop);
  return { url, dataDir };
};

/** Restaurants that take orders, and as many keys of each as were asked for. */
export const furnish = async (
  { url, dataDir }: Database,
  restaurantes: readonly string[],
  keys: number,
): Promise<Map<string, string[]>> => {
  const [clock, randomBytes] = [systemClock, makeRandomBytes()];
  const store = await openStore({ databaseUrl: url, dataDir }, { clock, randomBytes });
  const llaves = makeLlaves({ store, clock, randomBytes, mintId: makeMintId(randomBytes) });
  const tokens = new Map<string, string[]>();
  for (const id of restaurantes) {
    const slug = id.replace('rest_', 'casa-');
    await store.cuentas.save(sampleRestaurante({ id, slug }), { ingesta: true });
    const makeKey = async (): Promise<string> => {
      const made = await llaves.create(
        {
          ...{ restauranteId: id, nombre: 'prueba', etiqueta: 'test', alcances: ALCANCES },
          expiraMs: null,
        },
        'faults',
      );
      if (made.outcome !== 'created') throw new Error(`no key: ${made.outcome}`);
      return made.token;
    };
    tokens.set(id, await Promise.all(Array.from({ length: keys }, makeKey)));
  }
  await store.close();
  return tokens;
};
