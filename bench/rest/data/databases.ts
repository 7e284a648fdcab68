import type { StoreTarget } from '../../../src/storage/open.ts';
import { makeFolder, removeFolder } from '../../../test/support/machine/folder.ts';
import { type Postgres, startPostgres } from '../../../test/support/postgres/postgres.ts';
import { type Budget, ENGINES, type EngineName, enginesOf } from '../../budget.ts';
import type { DataSize, RestScale } from '../../scale.ts';
import { peersProblem } from '../../support/packages.ts';
import { runScript } from '../../support/processes.ts';
import { progress } from '../../support/progress.ts';
import type { Runner } from '../../support/runner.ts';

/** The loader's notes about a database that it has filled. */
export interface Note {
  /** Tokens of each restaurant. */
  tokens: Record<string, string[]>;
  /** The orders after which pages begin, by ordinary restaurant: one in every `pageStep`, from the newest on. */
  pageStarts: Record<string, string[]>;
  /** The newest orders of each restaurant. */
  newest: Record<string, string[]>;
}

export interface Database extends Note {
  engine: EngineName;
  target: StoreTarget;
  size: DataSize;
  pageStep: number;
}

export interface LoaderSettings extends Pick<Database, 'target' | 'size' | 'pageStep'> {
  /** Whether to store the same orders in normalised tables as well, for the usual server. */
  normalised: boolean;
  /** Number of keys that the ordinary restaurants share. */
  keys: number;
}

/** Fills an empty database in a process of its own. */
export const loadDatabase = async (
  engine: EngineName,
  settings: LoaderSettings,
  onStep: (step: string) => void = () => {},
): Promise<Database> => {
  const file = new URL('./loader.ts', import.meta.url);
  const note = await runScript<Note>(file, settings, { onStep });
  return { ...note, engine, ...settings };
};

/**
 * Databases that are loaded once and used by several areas. Both engines load at the same time: each keeps a core
 * busy, and nothing is measured meanwhile.
 */
export const makeDatabases = ({ data: size, pageStep, keys }: RestScale) => {
  const loaded = new Map<EngineName, Database>();
  const folders: string[] = [];
  let postgres: Postgres | null = null;

  const prepare = async (engine: EngineName): Promise<StoreTarget> => {
    const dataDir = makeFolder();
    folders.push(dataDir);
    if (engine === 'sqlite') return { dataDir, databaseUrl: null };
    // Commits wait for the disk, as in production. The settings are those of a small server of its own.
    const settings = { shared_buffers: '2GB', max_wal_size: '8GB' };
    postgres = await startPostgres({ durable: true, settings });
    return { dataDir, databaseUrl: postgres.url };
  };

  return {
    /** Only the pages need normalised tables. */
    load: ({ measure }: Runner, chosen: Budget): Promise<void> =>
      measure('load', async () => {
        const steps = new Map<EngineName, string>();
        const loadOne = async (engine: EngineName): Promise<void> => {
          const isWanted = `${ENGINES[engine]}: pages` in (chosen['rest'] ?? {});
          const normalised = isWanted && peersProblem() === null;
          const settings = { target: await prepare(engine), size, pageStep, normalised, keys };
          const database = await loadDatabase(engine, settings, (step) => {
            steps.set(engine, step);
            progress([...steps].map((each) => each.join(' ')).join(', '));
          });
          loaded.set(engine, database);
        };
        await Promise.all(enginesOf(chosen).map(loadOne));
        return [];
      }),
    of(engine: EngineName): Database {
      const database = loaded.get(engine);
      if (database === undefined) throw new Error(`${ENGINES[engine]} could not be loaded`);
      return database;
    },
    async close(): Promise<void> {
      await postgres?.stop();
      folders.forEach(removeFolder);
    },
  };
};

export type Databases = ReturnType<typeof makeDatabases>;
