import type { TestContext } from 'node:test';
import type { AdminDeps } from '../../src/admin/deps.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { openStore } from '../../src/storage/open.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { NOW_MS, sampleRestaurante, seededRandomBytes } from '../support/samples.ts';

export const ACTOR = 'cli:pepa';

/** A real database with one restaurant, and a clock that the test moves. */
export const openAdminStore = async (t: TestContext) => {
  let nowMs = NOW_MS;
  const clock = { now: () => nowMs, monotonic: () => nowMs };
  const randomBytes = seededRandomBytes(7);
  const store = await openStore(
    { databaseUrl: null, dataDir: makeFolder() },
    { clock, randomBytes },
  );
  t.after(async () => {
    await store.close();
  });
  await store.cuentas.save(sampleRestaurante(), {});
  const deps: AdminDeps = { store, clock, randomBytes, mintId: makeMintId(randomBytes) };
  return {
    ...deps,
    deps,
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
};
