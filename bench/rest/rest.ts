import type { Figure } from '../support/report.ts';
import { removeFolder, tempFolder } from '../support/server.ts';
import { type Place, prepareDataset } from './dataset.ts';
import { makeKeyBook } from './keys.ts';
import type { DataSize } from './orders.ts';
import { onScene, type RestOptions, type Scene } from './scene.ts';
import { newPages, samePages, singleOrders } from './throughput.ts';

export interface RestBench extends RestOptions {
  size: DataSize;
  /** Orders between the starts of pages: few where few orders have to give many pages. */
  pageStep: number;
  /** Kept for the next run when given. */
  dataDir: string | null;
  /** Names of the acts below; empty: all. */
  only: readonly string[];
}

/** The public API under load, beside servers that do less or do it the usual way. */
export const benchRest = async (options: RestBench): Promise<Figure[]> => {
  const dataDir = options.dataDir ?? tempFolder();
  try {
    return await benchEngine({ engine: 'SQLite', dataDir }, options);
  } finally {
    if (options.dataDir === null) removeFolder(dataDir);
  }
};

const benchEngine = async (place: Place, options: RestBench): Promise<Figure[]> => {
  const acts: Record<string, (scene: Scene) => Promise<Figure | Figure[]>> = {
    pages: (scene) => newPages(scene, options.pageStep),
    polled: samePages,
    order: singleOrders,
  };
  const dataset = await prepareDataset(place, options.size);
  const keys = makeKeyBook(dataset.tokens);
  const figures: Figure[] = [];
  for (const [name, act] of Object.entries(acts)) {
    if (options.only.length > 0 && !options.only.includes(name)) continue;
    figures.push(...[await onScene(name, dataset, keys, options, act)].flat());
  }
  return figures.map((figure) => ({ ...figure, name: `${place.engine}: ${figure.name}` }));
};
