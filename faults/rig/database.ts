import { createMigratedDatabase } from '../../test/support/postgres/databases.ts';
import { sampleRestaurante } from '../../test/support/samples.ts';
import { type Cleanup, makeKeyOperator, openTestStore } from '../../test/support/service.ts';
import { makeFolderFor } from './cleanup.ts';

export type EngineName = 'sqlite' | 'postgres';

export interface Database {
  /** Null on SQLite. */
  url: string | null;
  dataDir: string;
}

/** Makes the run's database, unless a scenario has prepared one. */
export const makeDatabase = async (
  t: Cleanup,
  engine: EngineName,
  prepared: Partial<Database>,
): Promise<Database> => {
  const dataDir = prepared.dataDir ?? makeFolderFor(t);
  if (engine === 'sqlite') return { url: null, dataDir };
  if (prepared.url) return { url: prepared.url, dataDir };
  const { url, drop } = await createMigratedDatabase();
  t.after(drop);
  return { url, dataDir };
};

/** Saves restaurants that take orders; gives `keys` tokens of each. */
export const seedRestaurants = async (
  { url, dataDir }: Database,
  ids: readonly string[],
  keys: number,
): Promise<Map<string, string[]>> => {
  const store = await openTestStore({ databaseUrl: url, dataDir });
  const { makeLlave } = makeKeyOperator(store);
  const tokens = new Map<string, string[]>();
  for (const id of ids) {
    const slug = id.replace('rest_', 'casa-');
    await store.cuentas.save(sampleRestaurante({ id, slug }), { ingesta: true });
    const own: string[] = [];
    // One by one: each waits for the lock of the account, and on a cluster no statement may wait for long.
    while (own.length < keys) own.push((await makeLlave({ restauranteId: id })).token);
    tokens.set(id, own);
  }
  await store.close();
  return tokens;
};
