import { systemClock } from '../../../src/platform/clock.ts';
import { makeRandomBytes } from '../../../src/platform/random.ts';
import { openPostgresStore } from '../../../src/storage/engines/postgres/store.ts';
import type { Store } from '../../../src/storage/port/store.ts';
import { sampleRestaurante } from '../samples.ts';

/** A store on a PostgreSQL database that has the sample restaurant; `await using` closes it. */
export const openSampleStore = async (
  url: string,
  clock = systemClock,
): Promise<Store & AsyncDisposable> => {
  const store = await openPostgresStore(url, { clock, randomBytes: makeRandomBytes() });
  await store.cuentas.save(sampleRestaurante(), { ingesta: true });
  return { ...store, [Symbol.asyncDispose]: () => store.close() };
};
