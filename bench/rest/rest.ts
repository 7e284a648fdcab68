import { startPostgres } from '../../test/support/postgres.ts';
import { installDependencies } from '../support/install.ts';
import type { Figure } from '../support/report.ts';
import { removeFolder, tempFolder } from '../support/server.ts';
import { type Place, prepareDataset } from './dataset.ts';
import { filteredPages } from './figures/filters.ts';
import { singleOrders } from './figures/order.ts';
import { newPages } from './figures/pages.ts';
import { samePages } from './figures/polled.ts';
import { summaries } from './figures/summary.ts';
import { makeKeyBook } from './keys.ts';
import { GENERATOR } from './load.ts';
import type { DataSize } from './orders.ts';
import type { Scale } from './scale.ts';
import { type Scene, type Stage, withScene, withService } from './scene.ts';
import { makeSurvey } from './survey.ts';

export interface RestOptions {
  scale: Scale;
  engines: readonly string[];
  /** Of SQLite; kept for the next run when given. */
  dataDir: string | null;
  /** Where processor profiles of our server go, one for each figure. */
  profileDir: string | null;
  /** Names of the acts below; empty: all. */
  only: readonly string[];
}

type Act = (scene: Scene) => Promise<Figure | Figure[]>;

const ACTS: Record<string, Act> = {
  pages: newPages,
  polled: samePages,
  order: singleOrders,
  filters: filteredPages,
  summary: summaries,
};

const ENGINES = ['sqlite', 'postgres'];

/** The public API under load, beside servers that do less or do it the usual way. */
export const benchRest = async (options: RestOptions): Promise<Figure[]> => {
  const strange = [
    ...options.only.filter((name) => !Object.hasOwn(ACTS, name)),
    ...options.engines.filter((name) => !ENGINES.includes(name)),
  ];
  if (strange.length > 0) {
    const known = [...Object.keys(ACTS), ...ENGINES].join(', ');
    throw new Error(`rest knows no ${strange.join(', ')}; there are ${known}`);
  }
  await installDependencies();
  process.stderr.write(`bench: requests come from ${GENERATOR}\n`);
  const figures: Figure[] = [];
  const dataDir = options.dataDir ?? tempFolder();
  try {
    if (options.engines.includes('sqlite')) {
      figures.push(
        ...(await benchEngine({ engine: 'SQLite', dataDir }, options.scale.sqlite, options)),
      );
    }
  } finally {
    if (options.dataDir === null) removeFolder(dataDir);
  }
  if (options.engines.includes('postgres')) figures.push(...(await benchPostgres(options)));
  return figures;
};

/** Commits wait for the disk, as in production. The settings are those of a small server of its own. */
const benchPostgres = async (options: RestOptions): Promise<Figure[]> => {
  const postgres = await startPostgres({
    durable: true,
    settings: { shared_buffers: '2GB', max_wal_size: '4GB' },
  });
  const dataDir = tempFolder();
  try {
    const place = { engine: 'PostgreSQL', dataDir, databaseUrl: postgres.url };
    return await benchEngine(place, options.scale.postgres, options);
  } finally {
    await postgres.stop();
    removeFolder(dataDir);
  }
};

const benchEngine = async (
  place: Place,
  size: DataSize,
  options: RestOptions,
): Promise<Figure[]> => {
  const { scale, only, profileDir } = options;
  const names = Object.keys(ACTS).filter((name) => only.length === 0 || only.includes(name));
  const stage = await setStage(place, size, scale, names.includes('pages'));
  const figures: Figure[] = [];
  for (const name of names) {
    const act = ACTS[name] as Act;
    const nodeArguments =
      profileDir === null ? [] : profiling(profileDir, `${place.engine}-${name}`);
    figures.push(...[await withScene(stage, nodeArguments, act)].flat());
  }
  return figures.map((figure) => ({ ...figure, name: `${place.engine}: ${figure.name}` }));
};

const setStage = async (
  place: Place,
  size: DataSize,
  scale: Scale,
  needsPages: boolean,
): Promise<Stage> => {
  const dataset = await prepareDataset(place, size);
  const keys = makeKeyBook(dataset.tokens);
  const survey = await withService(dataset, keys, [], (service) =>
    makeSurvey(service, dataset, needsPages ? scale.pageStep : null),
  );
  return { dataset, keys, survey, scale };
};

const profiling = (folder: string, name: string): string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  `--cpu-prof-name=${name}.cpuprofile`,
];
