import { progress } from '../../support/progress.ts';
import { type Curve, type Findings, median, perSecond } from '../../support/report.ts';
import { removeFolder, tempFolder } from '../../support/server.ts';
import { costsOf } from '../cost.ts';
import { type Dataset, loadDataset } from '../data.ts';
import { FIRST_PAGE } from '../questions.ts';
import { openStage, type Scene, type Stage, withScene } from '../scene.ts';
import { commandsPerSecond, endsFigure } from './growth.ts';

const ORDERS_EACH = 1_000;
const FEWER_RESTAURANTS = [1, 10, 100];
/** Restaurants whose pages are asked for. */
const ASKED = 4;
const KEYS = 200;
/** So many orders advance side by side that all restaurants have some. */
const IN_FLIGHT = 1_000;

/** The same pages and commands on databases with ever more restaurants; the last is everybody’s. */
export const growingRestaurants = async (stage: Stage): Promise<Findings> => {
  const page: Curve = { panel: 'restaurants.page', name: 'SQLite', points: [] };
  const commands: Curve = { panel: 'restaurants.ingest', name: 'SQLite', points: [] };
  const measure = async (dataset: Dataset): Promise<void> => {
    const { restaurants } = dataset.size;
    progress(`restaurants: ${restaurants} of them`);
    await withScene(await openStage(dataset, stage.scale), [], async (scene) => {
      page.points.push([restaurants, await pageCost(scene)]);
      const all = scene.survey.restaurants;
      const { growthCommands } = stage.scale;
      await commandsPerSecond(scene.server, all, growthCommands, IN_FLIGHT);
      const rate = await commandsPerSecond(scene.server, all, growthCommands, IN_FLIGHT);
      commands.points.push([restaurants, rate]);
    });
  };
  for (const restaurants of FEWER_RESTAURANTS) {
    const dataDir = tempFolder();
    const size = { restaurants, orders: restaurants * ORDERS_EACH, bigOrders: 0, between: [] };
    progress(`restaurants: loading ${restaurants} of them`);
    const place = { engine: 'SQLite', dataDir };
    const settings = { place, size, pageStep: ORDERS_EACH, usual: false, keys: KEYS };
    await measure(await loadDataset(settings, () => {}));
    removeFolder(dataDir);
  }
  await measure(stage.dataset);
  const named = (curve: Curve, name: string) => ({ ...curve, name: `${name}, SQLite` });
  return {
    figures: [
      endsFigure(
        named(page, 'page of 25'),
        (cost) => `${Math.round(cost)} µs of processor`,
        'restaurants',
      ),
      endsFigure(named(commands, 'commands in'), (rate) => perSecond(rate, 1), 'restaurants'),
    ],
    curves: [page, commands],
  };
};

const pageCost = async (scene: Scene): Promise<number> => {
  const { restaurants } = scene.survey;
  const step = Math.max(1, Math.floor(restaurants.length / ASKED));
  const asked = restaurants.filter((_, i) => i % step === 0).slice(0, ASKED);
  const questions = asked.map((restauranteId) => ({ restauranteId, path: FIRST_PAGE }));
  return median(await costsOf('restaurants', scene, questions));
};
