import { ENGINES } from '../../budget.ts';
import { COMMANDS_PER_ORDER, ndjson, newOrderLives } from '../../support/commands.ts';
import { type Curve, type Figure, type Findings, median, perSecond } from '../../support/figure.ts';
import { removeFolder, tempFolder } from '../../support/folders.ts';
import { progress } from '../../support/progress.ts';
import { sendCommands } from '../../support/send.ts';
import type { BenchServer } from '../../support/server.ts';
import { costsOf } from '../cost.ts';
import { loadDatabase } from '../data/databases.ts';
import { historyId, LARGE, largeOrders, ordinaryIds } from '../data/orders.ts';
import { FIRST_PAGE } from '../questions.ts';
import { type Prepared, prepare, type Setup, withSetup } from '../setup.ts';

/** Orders that advance side by side: in one restaurant; and in so many that each has some. */
const IN_FLIGHT = 200;
const IN_FLIGHT_SPREAD = 1_000;

const RESTAURANTS = [1, 10, 100, 1_000];
const ORDERS_EACH = 100;
/** Restaurants whose pages are asked for. */
const ASKED = 4;
const KEYS = 480;

/** The same questions and commands to restaurants with ever longer histories. */
export const growingHistory = async (setup: Setup): Promise<Findings> => {
  const engine = ENGINES[setup.database.engine];
  const { size, newest } = setup.database;
  const sizes = [
    ...size.histories.map((orders) => ({ id: historyId(orders), orders })),
    { id: LARGE, orders: largeOrders(size) },
  ];
  const ofEach = (pathOf: (id: string) => string) =>
    sizes.map(({ id }) => ({ restauranteId: id, path: pathOf(id) }));
  const questions = [...ofEach(() => FIRST_PAGE), ...ofEach((id) => `/pedidos/${newest[id]?.[1]}`)];
  const costs = await costsOf(setup, questions);
  const curve = (panel: string, name: string, values: readonly number[]): Curve => ({
    panel,
    name,
    points: sizes.map(({ orders }, i) => [orders, values[i] ?? Number.NaN]),
  });
  const pages = curve('orders.answers', `page of 25, ${engine}`, costs);
  const orders = curve('orders.answers', `one order, ${engine}`, costs.slice(sizes.length));
  const rates: number[] = [];
  const { growthCommands } = setup.scale;
  await commandsPerSecond(setup.server, ordinaryIds(size).slice(0, 1), growthCommands, IN_FLIGHT);
  for (const each of sizes) {
    progress(`commands to a restaurant of ${each.orders} orders`);
    rates.push(await commandsPerSecond(setup.server, [each.id], growthCommands, IN_FLIGHT));
  }
  const commands = curve('orders.ingest', engine, rates);
  return {
    figures: [
      endsFigure('page of 25', 'orders', pages, microseconds, 2),
      endsFigure('one order', 'orders', orders, microseconds, 2),
      endsFigure('commands in', 'orders', commands, rateText, null),
    ],
    curves: [pages, orders, commands],
  };
};

/** The same pages and commands on SQLite databases with ever more restaurants. */
export const growingRestaurants = async (prepared: Prepared): Promise<Findings> => {
  const { scale } = prepared;
  const page: Curve = { panel: 'restaurants.page', name: 'SQLite', points: [] };
  const commands: Curve = { panel: 'restaurants.ingest', name: 'SQLite', points: [] };
  for (const restaurants of RESTAURANTS) {
    progress(`loading ${restaurants} restaurants`);
    const target = { dataDir: tempFolder(), databaseUrl: null };
    const size = { restaurants, ordersEach: ORDERS_EACH, histories: [], largeCopies: 0 };
    const keys = Math.max(KEYS, restaurants);
    const settings = { target, size, pageStep: ORDERS_EACH, normalised: false, keys };
    const database = await loadDatabase('sqlite', settings);
    await withSetup(await prepare(database, scale), async (setup) => {
      const all = ordinaryIds(size);
      page.points.push([restaurants, await pageCost(setup, all)]);
      const send = () =>
        commandsPerSecond(setup.server, all, scale.growthCommands, IN_FLIGHT_SPREAD);
      await send();
      commands.points.push([restaurants, await send()]);
    });
    removeFolder(target.dataDir);
  }
  return {
    figures: [
      endsFigure('page of 25', 'restaurants', page, microseconds, 2),
      endsFigure('commands in', 'restaurants', commands, rateText, null),
    ],
    curves: [page, commands],
  };
};

const pageCost = async (setup: Setup, restaurants: readonly string[]): Promise<number> => {
  const step = Math.max(1, Math.floor(restaurants.length / ASKED));
  const asked = restaurants.filter((_, i) => i % step === 0).slice(0, ASKED);
  const questions = asked.map((restauranteId) => ({ restauranteId, path: FIRST_PAGE }));
  return median(await costsOf(setup, questions));
};

/** Whole lives of new orders, each command on disk before it is answered. */
const commandsPerSecond = async (
  server: BenchServer,
  restaurants: readonly string[],
  commands: number,
  inFlight: number,
): Promise<number> => {
  const lives = newOrderLives(commands / COMMANDS_PER_ORDER, restaurants, inFlight);
  return commands / (await sendCommands(server, [ndjson(lives)]));
};

const microseconds = (cost: number): string => `${Math.round(cost)} µs of processor`;
const rateText = (rate: number): string => perSecond(rate, 1);

/** The last point of a curve beside the first. */
const endsFigure = (
  name: string,
  unit: string,
  { points }: Curve,
  textOf: (value: number) => string,
  target: number | null,
): Figure => {
  const [first = [0, 0], last = [0, 0]] = [points.at(0), points.at(-1)];
  const [many, few] = [last, first].map(([x]) => x.toLocaleString('en'));
  return {
    name: `${name}: ${many} ${unit} beside ${few}`,
    ours: textOf(last[1]),
    peer: textOf(first[1]),
    ratio: last[1] / first[1],
    target,
    atMost: true,
  };
};
