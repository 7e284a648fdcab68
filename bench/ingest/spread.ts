import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { ENGINES } from '../budget.ts';
import {
  COMMANDS_PER_ORDER,
  ndjson,
  orderLives,
  restaurantIds,
  saveRestaurant,
} from '../support/commands.ts';
import { type Curve, type Findings, median, perSecond, ratioFigure } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import { sendCommands } from '../support/send.ts';
import { startServer } from '../support/server.ts';

const RESTAURANTS = [1, 10, 100, 1_000];
/** Orders that advance concurrently, spread over the restaurants. */
const IN_FLIGHT = 1_000;
const ROUNDS = 3;

/** Sends the same commands for more and more restaurants in turns, as a platform does through one door. */
export const spread = async (databaseUrl: string | null, commands: number): Promise<Findings> => {
  const dataDir = makeFolder();
  const server = await startServer({ dataDir, databaseUrl });
  const all = restaurantIds(Math.max(...RESTAURANTS));
  const send = (count: number): Promise<number> =>
    sendCommands(
      server,
      ndjson(orderLives(commands / COMMANDS_PER_ORDER, all.slice(0, count), IN_FLIGHT)),
    );
  try {
    await sendCommands(server, ndjson(all.map(saveRestaurant)));
    progress('warming up');
    for (const count of RESTAURANTS) await send(count);
    const rates = new Map(RESTAURANTS.map((count): [number, number[]] => [count, []]));
    for (let round = 1; round <= ROUNDS; round += 1) {
      progress(`round ${round} of ${ROUNDS}`);
      for (const count of RESTAURANTS) rates.get(count)?.push(commands / (await send(count)));
    }
    const points = [...rates].map(([count, each]): [number, number] => [count, median(each)]);
    const curve: Curve = {
      chart: 'restaurants',
      panel: 'Commands in, spread over all of them',
      xLabel: 'restaurants',
      yLabel: 'commands a second, each on disk',
      name: ENGINES[databaseUrl === null ? 'sqlite' : 'postgres'],
      points,
    };
    const [one = Number.NaN, many = Number.NaN] = [points.at(0)?.[1], points.at(-1)?.[1]];
    const target = { atLeast: databaseUrl === null ? 0.6 : 0.5 };
    const name = 'commands of 1,000 restaurants beside those of one';
    return { figures: [ratioFigure(name, many, one, perSecond, target)], curves: [curve] };
  } finally {
    await server.stop();
    removeFolder(dataDir);
  }
};
