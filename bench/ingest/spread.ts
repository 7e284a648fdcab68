import { ENGINES } from '../budget.ts';
import {
  COMMANDS_PER_ORDER,
  ndjson,
  orderLives,
  restaurantIds,
  saveRestaurant,
} from '../support/commands.ts';
import { type Curve, type Findings, median, perSecond, ratioFigure } from '../support/figure.ts';
import { interleave } from '../support/interleave.ts';
import { progress } from '../support/progress.ts';
import { sendCommands } from '../support/send.ts';
import { withServer } from '../support/server.ts';

const RESTAURANTS = [1, 10, 100, 1_000];
/** Orders that advance concurrently, spread over the restaurants. */
const IN_FLIGHT = 1_000;
const ROUNDS = 3;

/** Sends the same commands for more and more restaurants in turns, as a platform does through one door. */
export const spread = (databaseUrl: string | null, commands: number): Promise<Findings> =>
  withServer(databaseUrl, async (server) => {
    const all = restaurantIds(Math.max(...RESTAURANTS));
    const send = (count: number): Promise<number> => {
      const lives = orderLives(commands / COMMANDS_PER_ORDER, all.slice(0, count), IN_FLIGHT);
      return sendCommands(server, ndjson(lives));
    };
    await sendCommands(server, ndjson(all.map(saveRestaurant)));
    progress('warming up');
    for (const count of RESTAURANTS) await send(count);
    const rates = await interleave(RESTAURANTS, ROUNDS, async (count, round) => {
      progress(`round ${round} of ${ROUNDS}`);
      return commands / (await send(count));
    });
    const points = RESTAURANTS.map((count, i): [number, number] => [count, median(rates[i] ?? [])]);
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
  });
