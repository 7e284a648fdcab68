import { makeFolder, removeFolder } from '../../../test/support/machine/folder.ts';
import { ENGINES } from '../../budget.ts';
import { COMMANDS_PER_ORDER, ndjson, orderLives } from '../../support/commands.ts';
import {
  type Curve,
  countText,
  type Figure,
  type Findings,
  median,
  microseconds,
  perSecond,
  ratioFigure,
} from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import { sendCommands } from '../../support/send.ts';
import type { BenchServer } from '../../support/server.ts';
import { costsOf } from '../cost.ts';
import { loadDatabase } from '../data/databases.ts';
import { historyId, LARGE, largeOrders, ordinaryIds } from '../data/orders.ts';
import { FIRST_PAGE } from '../questions.ts';
import { type Prepared, prepare, type Setup, withSetup } from '../setup.ts';

const RESTAURANTS = [1, 10, 100, 1_000];
const ORDERS_EACH = 30;
/** Number of restaurants whose pages are requested. */
const ASKED = 4;
const KEYS = 480;

const ANSWER = { yLabel: 'processor time, µs' };
const COMMANDS = { yLabel: 'commands a second, each on disk' };

/** The same requests and commands for restaurants with longer and longer histories. */
export const growingHistory = async (setup: Setup): Promise<Findings> => {
  const { size, newest, engine } = setup.database;
  const { growthCommands } = setup.scale;
  const sizes = [...size.histories, largeOrders(size)];
  const ids = [...size.histories.map(historyId), LARGE];
  const questions = [
    ...ids.map((id) => ({ restauranteId: id, path: FIRST_PAGE })),
    ...ids.map((id) => ({ restauranteId: id, path: `/pedidos/${newest[id]?.[1]}` })),
  ];
  const costs = await costsOf(setup, questions);
  const rates: number[] = [];
  await commandsPerSecond(setup.server, ordinaryIds(size)[0] ?? '', growthCommands);
  for (const id of ids) {
    progress(`commands to ${id}`);
    rates.push(await commandsPerSecond(setup.server, id, growthCommands));
  }
  const chart = { chart: 'orders', xLabel: 'orders of the restaurant' };
  const answers = { ...chart, ...ANSWER, panel: 'An answer, as the history grows' };
  const commands = { ...chart, ...COMMANDS, panel: 'Commands in, as the history grows' };
  const points = (values: readonly number[]): Curve['points'] =>
    sizes.map((orders, i) => [orders, values[i] ?? Number.NaN]);
  const curves: Curve[] = [
    { ...answers, name: `page of 25, ${ENGINES[engine]}`, points: points(costs) },
    { ...answers, name: `one order, ${ENGINES[engine]}`, points: points(costs.slice(ids.length)) },
    { ...commands, name: ENGINES[engine], points: points(rates) },
  ];
  return {
    figures: endsFigures(['page of 25', 'one order', 'commands in'], curves, 'orders'),
    curves,
  };
};

/** The same pages on SQLite databases with more and more restaurants; ingest/spread.ts measures the commands. */
export const growingRestaurants = async ({ scale }: Prepared): Promise<Findings> => {
  const chart = { chart: 'restaurants', xLabel: `restaurants of ${ORDERS_EACH} orders each` };
  const pages: Curve = {
    ...chart,
    ...ANSWER,
    panel: 'A page of 25, as restaurants are added',
    name: 'SQLite',
    points: [],
  };
  for (const restaurants of RESTAURANTS) {
    progress(`loading ${restaurants} restaurants`);
    const target = { dataDir: makeFolder(), databaseUrl: null };
    const size = { restaurants, ordersEach: ORDERS_EACH, histories: [], largeCopies: 0 };
    const keys = Math.max(KEYS, 2 * restaurants);
    const settings = { target, size, pageStep: ORDERS_EACH, normalised: false, keys };
    const database = await loadDatabase('sqlite', settings);
    await withSetup(await prepare(database, scale), async (setup) => {
      pages.points.push([restaurants, await pageCost(setup, ordinaryIds(size))]);
    });
    removeFolder(target.dataDir);
  }
  const curves = [pages];
  return { figures: endsFigures(['page of 25'], curves, 'restaurants'), curves };
};

const pageCost = async (setup: Setup, restaurants: readonly string[]): Promise<number> => {
  const step = Math.max(1, Math.floor(restaurants.length / ASKED));
  const asked = restaurants.filter((_, i) => i % step === 0).slice(0, ASKED);
  const questions = asked.map((restauranteId) => ({ restauranteId, path: FIRST_PAGE }));
  return median(await costsOf(setup, questions));
};

/** Commands a second for whole lives of new orders, each command on disk before it is answered. */
const commandsPerSecond = async (
  server: BenchServer,
  restauranteId: string,
  commands: number,
): Promise<number> => {
  const lives = orderLives(commands / COMMANDS_PER_ORDER, [restauranteId]);
  return commands / (await sendCommands(server, ndjson(lives)));
};

/** The last point of each curve compared with its first. An answer may cost up to twice as much; rates have no target. */
const endsFigures = (names: string[], curves: readonly Curve[], unit: string): Figure[] =>
  curves.map(({ points, yLabel }, i) => {
    const [first = [0, 0], last = [0, 0]] = [points.at(0), points.at(-1)];
    const name = `${names[i]}: ${countText(last[0])} ${unit} beside ${countText(first[0])}`;
    return yLabel === ANSWER.yLabel
      ? ratioFigure(name, last[1], first[1], microseconds, { atMost: 2 })
      : ratioFigure(name, last[1], first[1], perSecond, {});
  });
