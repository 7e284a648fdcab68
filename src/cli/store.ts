import { resolve } from 'node:path';
import { Failure } from '@comanda/command-line';
import type { AdminDeps } from '../admin/deps.ts';
import type { Config } from '../config/config.ts';
import type { Context } from './command.ts';

export const withStore = async <T>(
  context: Context,
  work: (deps: AdminDeps) => Promise<T>,
  onDistributed?: (done: readonly string[]) => void,
): Promise<T> => {
  // Loaded on use, so that help and usage errors answer at once.
  const { openStore } = await import('../storage/open.ts');
  const observed = onDistributed === undefined ? context : { ...context, onDistributed };
  const store = await openStore(context.config(), observed);
  try {
    return await work({ ...context, store });
  } finally {
    await store.close();
  }
};

/** For commands that only read: they create neither the data folder nor the database. */
export const withExistingStore: typeof withStore = async (context, work) => {
  await refuseMissing(context.config());
  return withStore(context, work);
};

export const refuseMissing = async (config: Config): Promise<void> => {
  const { isThere } = await import('../storage/open.ts');
  if (isThere(config)) return;
  throw new Failure(`there is no database yet: ${describeData(config)}. Is DATA_DIR right?`);
};

export const describeData = ({ databaseUrl, dataDir }: Config): string => {
  if (databaseUrl === null) return `SQLite in ${resolve(dataDir)}`;
  const { host, pathname, searchParams } = new URL(databaseUrl);
  const server =
    host === '' ? (searchParams.get('host') ?? 'local socket') : decodeURIComponent(host);
  return `PostgreSQL at ${server}${pathname}`;
};
