import { COMMANDS_PER_ORDER, ndjson, orderLives, restaurantIds } from '../support/commands.ts';
import { ENGINES, engineOf } from '../support/engines.ts';
import { type Curve, type Findings, median, perSecond, ratioFigure } from '../support/figure.ts';
import { interleave } from '../support/interleave.ts';
import { progress } from '../support/progress.ts';
import { sendCommands, withServer } from '../support/server.ts';

const RESTAURANTS = [1, 10, 100, 1_000];
const ALL = restaurantIds(1_000);
/** Orders that advance concurrently, spread over the restaurants. */
const IN_FLIGHT = 1_000;
const ROUNDS = 3;
const COMMANDS = 6_000;

/** Sends the same commands for more and more restaurants in turns, as a platform does through one door. */
export const spread = (databaseUrl: string | null): Promise<Findings> =>
  withServer(databaseUrl, ALL, async (server) => {
    const send = (count: number): Promise<number> => {
      const lives = orderLives(COMMANDS / COMMANDS_PER_ORDER, ALL.slice(0, count), IN_FLIGHT);
      return sendCommands(server, ndjson(lives));
    };
    progress('warming up');
    for (const count of RESTAURANTS) await send(count);
    const rates = await interleave(RESTAURANTS, ROUNDS, async (count, round) => {
      progress(`round ${round} of ${ROUNDS}`);
      return COMMANDS / (await send(count));
    });
    const points = RESTAURANTS.map((count, i): [number, number] => [count, median(rates[i] ?? [])]);
    const curve: Curve = {
      chart: 'restaurants',
      panel: 'Commands in, spread over all of them',
      xLabel: 'restaurants',
      yLabel: 'commands a second, each on disk',
      name: ENGINES[engineOf(databaseUrl)],
      points,
    };
    const [one = Number.NaN, many = Number.NaN] = [points.at(0)?.[1], points.at(-1)?.[1]];
    const target = { atLeast: databaseUrl === null ? 0.6 : 0.5 };
    const name = 'commands of 1,000 restaurants beside those of one';
    return { figures: [ratioFigure(name, many, one, perSecond, target)], curves: [curve] };
  });
