import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Postgres, startPostgres } from '../../test/support/postgres/postgres.ts';
import { ENGINES, type EngineName } from '../budget.ts';
import { tracked } from '../support/children.ts';
import type { Conductor } from '../support/conductor.ts';
import { peersProblem } from '../support/install.ts';
import { progress } from '../support/progress.ts';
import { removeFolder, tempFolder } from '../support/server.ts';
import type { DataSize } from './orders.ts';
import type { RestScale } from './scale.ts';

const LOADER = fileURLToPath(new URL('./loader.ts', import.meta.url));
export const NOTE = 'bench.json';

export interface Place {
  engine: string;
  dataDir: string;
  databaseUrl?: string;
}

/** What is known of a database once it is filled. */
export interface Note {
  size: DataSize;
  pageStep: number;
  /** Tokens by restaurant. */
  tokens: Record<string, string[]>;
  /** Of each ordinary restaurant: every so-manieth order from the newest on, after which a page begins. */
  starts: Record<string, string[]>;
  /** Of each restaurant: its newest orders. */
  newest: Record<string, string[]>;
}

export interface Dataset extends Note {
  place: Place;
}

export interface LoaderSettings {
  place: Place;
  size: DataSize;
  pageStep: number;
  /** Whether the same orders are wanted in normalised tables, for the peers. */
  usual: boolean;
  /** A key is worth 60 requests a minute. Ordinary restaurants share so many. */
  keys: number;
}

/** What the loader tells on its way. */
export interface LoaderWord {
  step: string;
}

/**
 * Databases that are loaded once and used by several areas. Both engines are loaded at the same time: each
 * keeps a core busy, and nothing is measured meanwhile.
 */
export const makeData = (scale: RestScale, keptFolder: string | null) => {
  const datasets = new Map<EngineName, Dataset>();
  const folders: string[] = [];
  let postgres: Postgres | null = null;

  const placeFor = async (engine: EngineName): Promise<Place> => {
    const isKept = engine === 'sqlite' && keptFolder !== null;
    const dataDir = isKept ? keptFolder : tempFolder();
    if (!isKept) folders.push(dataDir);
    if (engine === 'sqlite') return { engine: ENGINES[engine], dataDir };
    // Commits wait for the disk, as in production. The settings are those of a small server of its own.
    postgres = await startPostgres({
      durable: true,
      settings: { shared_buffers: '2GB', max_wal_size: '8GB' },
    });
    return { engine: ENGINES[engine], dataDir, databaseUrl: postgres.url };
  };

  return {
    /** The engines that the chosen acts need. Normalised tables are for pages alone. */
    async load(
      { act }: Conductor,
      engines: readonly EngineName[],
      chosen: Readonly<Record<string, Readonly<Record<string, number>>>>,
    ): Promise<void> {
      const acts = Object.keys(chosen['rest'] ?? {});
      const isNeeded = (engine: EngineName) =>
        acts.some((name) => name.startsWith(ENGINES[engine])) ||
        (engine === 'sqlite' && Object.keys(chosen['startup'] ?? {}).length > 0);
      await act('load', async () => {
        const steps = new Map<string, string>();
        await Promise.all(
          [...new Set<EngineName>(['sqlite', ...engines])].filter(isNeeded).map(async (engine) => {
            // A folder that is kept has them in any case: the next run may ask for pages.
            const isWanted = keptFolder !== null || acts.includes(`${ENGINES[engine]}: pages`);
            const usual = isWanted && peersProblem() === null;
            const place = await placeFor(engine);
            const size = scale[engine];
            const told = ({ step }: LoaderWord) => {
              steps.set(place.engine, step);
              progress([...steps].map(([name, words]) => `${name} ${words}`).join(', '));
            };
            datasets.set(
              engine,
              await loadDataset(
                { place, size, pageStep: scale.pageStep, usual, keys: scale.keys },
                told,
              ),
            );
          }),
        );
        return [];
      });
    },
    of(engine: EngineName): Dataset {
      const dataset = datasets.get(engine);
      if (dataset === undefined) throw new Error(`${ENGINES[engine]} could not be loaded`);
      return dataset;
    },
    async close(): Promise<void> {
      await postgres?.stop();
      folders.forEach(removeFolder);
    },
  };
};

export type Data = ReturnType<typeof makeData>;

/** A folder that was filled before is taken as it is. */
export const loadDataset = async (
  settings: LoaderSettings,
  onWord: (word: LoaderWord) => void,
): Promise<Dataset> => {
  const { place, size, pageStep } = settings;
  mkdirSync(place.dataDir, { recursive: true });
  const file = join(place.dataDir, NOTE);
  if (!existsSync(file)) {
    if (readdirSync(place.dataDir).length > 0) {
      throw new Error(`${place.dataDir} is neither empty nor prepared to the end: delete it`);
    }
    await runLoader(settings, onWord);
  }
  const note = JSON.parse(readFileSync(file, 'utf8')) as Note;
  const made = JSON.stringify([note.size, note.pageStep]);
  if (made !== JSON.stringify([size, pageStep])) {
    throw new Error(`${place.dataDir} was prepared with other sizes: ${made}`);
  }
  return { ...note, place };
};

const runLoader = async (
  settings: LoaderSettings,
  onWord: (word: LoaderWord) => void,
): Promise<void> => {
  const child = tracked(fork(LOADER, [JSON.stringify(settings)], { execArgv: [] }));
  child.on('message', (word) => onWord(word as LoaderWord));
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`loading ${settings.place.engine} ended with ${signal ?? code}`);
};
