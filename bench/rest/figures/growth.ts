import { makeFolder, removeFolder } from '../../../test/support/machine/folder.ts';
import type { Scale } from '../../scale.ts';
import { COMMANDS_PER_ORDER, ndjson, orderLives } from '../../support/commands.ts';
import { SERVER_CORE } from '../../support/cores.ts';
import { ENGINES, engineOf } from '../../support/engines.ts';
import * as figures from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import { sendCommands } from '../../support/server.ts';
import { costsOf } from '../cost.ts';
import { loadDatabase } from '../data/database.ts';
import { historyId, LARGE, largeOrders, ordinaryIds } from '../data/orders.ts';
import { FIRST_PAGE } from '../questions.ts';
import { type Setup, withSetup } from '../setup.ts';

const COMMANDS = 12_000;
const RESTAURANTS = [1, 10, 100, 1_000];
const ORDERS_EACH = 30;
/** Number of restaurants whose pages are requested. */
const ASKED = 4;
const KEYS = 480;
const ANSWER_LABEL = 'processor time, µs';

/** The same requests and commands for restaurants with longer and longer histories. */
export const growingHistory = async (setup: Setup): Promise<figures.Findings> => {
  const { size, newest, target } = setup.database;
  const sizes = [...size.histories, largeOrders(size)];
  const ids = [...size.histories.map(historyId), LARGE];
  const pages = ids.map((restauranteId) => ({ restauranteId, path: FIRST_PAGE }));
  const orders = ids.map((id) => ({ restauranteId: id, path: `/pedidos/${newest[id]?.[1]}` }));
  const costs = await costsOf(setup, [...pages, ...orders]);
  /** Commands a second for whole lives of new orders, each command on disk before it is answered. */
  const commandsPerSecond = async (id: string): Promise<number> => {
    progress(`commands to ${id}`);
    const lives = ndjson(orderLives(COMMANDS / COMMANDS_PER_ORDER, [id]));
    return COMMANDS / (await sendCommands(setup.server, lives));
  };
  const rates: number[] = [];
  await commandsPerSecond(ordinaryIds(size)[0] ?? '');
  for (const id of ids) rates.push(await commandsPerSecond(id));
  const engine = ENGINES[engineOf(target.databaseUrl)];
  const chart = { chart: 'orders', xLabel: 'orders of the restaurant' };
  const answers = { ...chart, yLabel: ANSWER_LABEL, panel: 'An answer, as the history grows' };
  const yLabel = 'commands a second, each on disk';
  const commands = { ...chart, yLabel, panel: 'Commands in, as the history grows' };
  const points = (values: readonly number[]): figures.Curve['points'] =>
    sizes.map((orders, i) => [orders, values[i] ?? Number.NaN]);
  const curves: figures.Curve[] = [
    { ...answers, name: `page of 25, ${engine}`, points: points(costs) },
    { ...answers, name: `one order, ${engine}`, points: points(costs.slice(ids.length)) },
    { ...commands, name: engine, points: points(rates) },
  ];
  const [page] = curves as [figures.Curve, ...figures.Curve[]];
  return { figures: [endsFigure('page of 25 as a history grows', page, 'orders')], curves };
};

/** The same pages on SQLite databases with more and more restaurants; ingest/spread.ts measures the commands. */
export const growingRestaurants = async (scale: Scale): Promise<figures.Findings> => {
  const curve: figures.Curve = {
    chart: 'restaurants',
    xLabel: `restaurants of ${ORDERS_EACH} orders each`,
    yLabel: ANSWER_LABEL,
    panel: 'A page of 25, as restaurants are added',
    name: 'SQLite',
    points: [],
  };
  for (const restaurants of RESTAURANTS) {
    progress(`loading ${restaurants} restaurants`);
    const target = { dataDir: makeFolder(), databaseUrl: null };
    const size = { restaurants, ordersEach: ORDERS_EACH, histories: [], largeCopies: 0 };
    const database = await loadDatabase({ target, size, keys: Math.max(KEYS, 2 * restaurants) });
    const pageCost = (setup: Setup) => costOfPages(setup, ordinaryIds(size));
    curve.points.push([restaurants, await withSetup(database, scale, pageCost, SERVER_CORE)]);
    removeFolder(target.dataDir);
  }
  const figure = endsFigure('page of 25 as restaurants are added', curve, 'restaurants');
  return { figures: [figure], curves: [curve] };
};

const costOfPages = async (setup: Setup, restaurants: readonly string[]): Promise<number> => {
  const step = Math.max(1, Math.floor(restaurants.length / ASKED));
  const asked = restaurants.filter((_, i) => i % step === 0).slice(0, ASKED);
  const questions = asked.map((restauranteId) => ({ restauranteId, path: FIRST_PAGE }));
  return figures.median(await costsOf(setup, questions));
};

/** The last point of a curve beside its first. */
const endsFigure = (name: string, { points }: figures.Curve, unit: string): figures.Figure => {
  const [first = [0, 0], last = [0, 0]] = [points.at(0), points.at(-1)];
  return {
    name: `${name}, processor time`,
    engine: '',
    textOf: figures.microseconds,
    ours: [last[1]],
    limit: { name: `with ${figures.countText(first[0])} ${unit}`, runs: [first[1]] },
    demands: [{ against: 'limit', atMost: 2 }],
    detail: `${figures.countText(last[0])} ${unit}`,
  };
};
