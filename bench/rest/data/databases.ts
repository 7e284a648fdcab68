import type { StoreTarget } from '../../../src/storage/open.ts';
import { makeFolder, removeFolder } from '../../../test/support/machine/folder.ts';
import { startPostgres } from '../../../test/support/postgres/postgres.ts';
import type { Scale } from '../../scale.ts';
import { ENGINES, type EngineName } from '../../support/engines.ts';
import { progress } from '../../support/progress.ts';
import { type Database, loadDatabase } from './database.ts';

/**
 * Databases that are loaded once and used by several areas. Both engines load at the same time: each keeps a core
 * busy, and nothing is measured meanwhile.
 */
export const makeDatabases = ({ data: size, rest: { keys } }: Scale) => {
  const loaded = new Map<EngineName, Database>();
  const running = new AsyncDisposableStack();

  const prepare = async (engine: EngineName): Promise<StoreTarget> => {
    const dataDir = makeFolder();
    running.defer(() => removeFolder(dataDir));
    if (engine === 'sqlite') return { dataDir, databaseUrl: null };
    // Commits wait for the disk, as in production. The settings are those of a small server of its own.
    const settings = { shared_buffers: '2GB', max_wal_size: '8GB' };
    const { url, stop } = await startPostgres({ durable: true, settings });
    running.defer(stop);
    return { dataDir, databaseUrl: url };
  };

  return {
    async load(engines: readonly EngineName[]): Promise<[]> {
      const steps = new Map<EngineName, string>();
      const loadOne = async (engine: EngineName): Promise<void> => {
        const settings = { target: await prepare(engine), size, keys };
        const database = await loadDatabase(settings, (step) => {
          steps.set(engine, step);
          progress([...steps].map((each) => each.join(' ')).join(', '));
        });
        loaded.set(engine, database);
      };
      await Promise.all(engines.map(loadOne));
      return [];
    },
    of(engine: EngineName): Database {
      const database = loaded.get(engine);
      if (database === undefined) throw new Error(`${ENGINES[engine]} could not be loaded`);
      return database;
    },
    close: () => running.disposeAsync(),
  };
};

export type Databases = ReturnType<typeof makeDatabases>;
