import { ENGINES, type EngineName } from '../budget.ts';
import type { Conductor } from '../support/conductor.ts';
import { bringProgram } from '../support/programs.ts';
import type { Figure, Findings } from '../support/report.ts';
import type { Data } from './data.ts';
import { filteredPages } from './figures/filters.ts';
import { growingHistory } from './figures/growth.ts';
import { singleOrders } from './figures/order.ts';
import { newPages } from './figures/pages.ts';
import { samePages } from './figures/polled.ts';
import { growingRestaurants } from './figures/restaurants.ts';
import { summaries } from './figures/summary.ts';
import type { RestScale } from './scale.ts';
import { openStage, type Scene, type Stage, withScene } from './scene.ts';

export interface RestOptions {
  scale: RestScale;
  data: Data;
  /** Where processor profiles of our server go, one for each figure. */
  profileDir: string | null;
}

type Act = (scene: Scene) => Promise<Findings | Figure[]>;

/** Growth is last: it adds orders to what the others look at. */
const ACTS: Record<string, Act> = {
  pages: newPages,
  polled: samePages,
  order: async (scene) => [await singleOrders(scene)],
  filters: filteredPages,
  summary: async (scene) => [await summaries(scene)],
  growth: growingHistory,
};

/** The public API under load, beside servers that do less or do it the usual way. */
export const benchRest = async (conductor: Conductor, options: RestOptions): Promise<void> => {
  const { scale, data, profileDir } = options;
  bringProgram('wrk');
  for (const [name, engine] of Object.entries(ENGINES)) {
    let opened: Promise<Stage> | null = null;
    const stage = (): Promise<Stage> => {
      opened ??= openStage(data.of(name as EngineName), scale);
      return opened;
    };
    for (const [act, run] of Object.entries(ACTS)) {
      await conductor.act(`${engine}: ${act}`, async () => {
        const nodeArguments = profileDir === null ? [] : profiling(profileDir, `${engine}-${act}`);
        return labelled(engine, await withScene(await stage(), nodeArguments, run));
      });
    }
    await conductor.act(`${engine}: restaurants`, async () => growingRestaurants(await stage()));
  }
};

const labelled = (engine: string, made: Findings | Figure[]): Findings => {
  const { figures, curves = [] } = Array.isArray(made) ? { figures: made } : made;
  const label = (name: string) => (name.includes(engine) ? name : `${engine}: ${name}`);
  return { figures: figures.map((figure) => ({ ...figure, name: label(figure.name) })), curves };
};

const profiling = (folder: string, name: string): string[] => [
  '--cpu-prof',
  `--cpu-prof-dir=${folder}`,
  `--cpu-prof-name=${name}.cpuprofile`,
];
