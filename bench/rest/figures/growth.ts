import { COMMANDS_PER_ORDER, livesNow, ndjson } from '../../support/lifecycles.ts';
import { progress } from '../../support/progress.ts';
import { type Curve, type Figure, type Findings, perSecond } from '../../support/report.ts';
import { sendCommands } from '../../support/send.ts';
import type { BenchServer } from '../../support/server.ts';
import { costsOf } from '../cost.ts';
import { BIG, betweenId } from '../orders.ts';
import { FIRST_PAGE, type Question } from '../questions.ts';
import type { Scene } from '../scene.ts';

const FILTER = '&estado=entregado&tipo=reparto';
/** Orders that advance side by side. */
const IN_FLIGHT = 200;

/** The same questions and commands to restaurants with ever longer histories. */
export const growingHistory = async (scene: Scene): Promise<Findings> => {
  const { engine } = scene.dataset.place;
  const sizes = sizesOf(scene);
  const kinds: Record<string, (restauranteId: string) => string> = {
    'page of 25': () => FIRST_PAGE,
    'filtered page': () => FIRST_PAGE + FILTER,
    'one order': (id) => `/pedidos/${scene.dataset.newest[id]?.[1]}`,
  };
  const asked = Object.entries(kinds).flatMap(([kind, pathOf]) =>
    sizes.map(({ id, orders }) => ({
      kind,
      orders,
      question: { restauranteId: id, path: pathOf(id) } satisfies Question,
    })),
  );
  const questions = asked.map(({ question }) => question);
  const costs = await costsOf('growth', scene, questions);
  const answers = Object.keys(kinds).map((kind): Curve => {
    const points = asked.flatMap((each, i): Curve['points'] =>
      each.kind === kind ? [[each.orders, costs[i] ?? Number.NaN]] : [],
    );
    return { panel: 'orders.answers', name: `${kind}, ${engine}`, points };
  });
  const commands: Curve = { panel: 'orders.ingest', name: engine, points: [] };
  const { growthCommands } = scene.scale;
  await commandsPerSecond(scene.server, scene.survey.restaurants.slice(1, 2), growthCommands);
  for (const { id, orders } of sizes) {
    progress(`growth: commands to a restaurant of ${orders} orders`);
    const rate = await commandsPerSecond(scene.server, [id], growthCommands);
    commands.points.push([orders, rate]);
  }
  return {
    figures: [
      ...answers.map((curve) => endsFigure(curve, (cost) => `${Math.round(cost)} µs of processor`)),
      endsFigure({ ...commands, name: `commands in, ${engine}` }, (rate) => perSecond(rate, 1)),
    ],
    curves: [...answers, commands],
  };
};

const sizesOf = ({ survey, dataset: { size } }: Scene): { id: string; orders: number }[] => [
  { id: survey.restaurants[0] ?? '', orders: Math.floor(size.orders / size.restaurants) },
  ...size.between.map((orders) => ({ id: betweenId(orders), orders })),
  { id: BIG, orders: size.bigOrders },
];

/** Whole lives of new orders, each command on disk before it is answered. */
export const commandsPerSecond = async (
  server: BenchServer,
  restaurants: readonly string[],
  commands: number,
  inFlight = IN_FLIGHT,
): Promise<number> => {
  const lines = ndjson(livesNow(commands / COMMANDS_PER_ORDER, restaurants, inFlight));
  const { accepted, refused, seconds } = await sendCommands(server, [lines]);
  if (refused > 0) throw new Error(`${refused} commands were refused`);
  return accepted / seconds;
};

/** The last point of a curve beside the first. */
export const endsFigure = (
  { name, points }: Curve,
  words: (value: number) => string,
  what = 'orders',
): Figure => {
  const [first = [0, 0], last = [0, 0]] = [points.at(0), points.at(-1)];
  const count = (value: number) => value.toLocaleString('en');
  return {
    name: `${name}: ${count(last[0])} ${what} beside ${count(first[0])}`,
    ours: words(last[1]),
    peer: words(first[1]),
    ratio: last[1] / first[1],
    target: null,
  };
};
