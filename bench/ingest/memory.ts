import { memoryMib } from '../../test/support/machine/process-memory.ts';
import { COMMANDS_PER_ORDER, ndjson, orderLives, restaurantIds } from '../support/commands.ts';
import { countText, type Figure, mebibytes, median, ratioFigure } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import { sendCommands, withServer } from '../support/server.ts';

const COMMANDS = 200_000;
const SAMPLES = 20;
const RESTAURANTS = restaurantIds(20);

/** Memory over a long upload: its later half compared with its second quarter. */
export const memory = (databaseUrl: string | null): Promise<Figure[]> =>
  withServer(databaseUrl, RESTAURANTS, async (server) => {
    const orders = Math.round(COMMANDS / SAMPLES / COMMANDS_PER_ORDER);
    const samples: number[] = [];
    while (samples.length < SAMPLES) {
      await sendCommands(server, ndjson(orderLives(orders, RESTAURANTS)));
      samples.push(memoryMib(server.pid));
      progress(`memory, ${samples.length} of ${SAMPLES}`);
    }
    const early = median(samples.slice(SAMPLES / 4, SAMPLES / 2));
    const late = median(samples.slice(SAMPLES / 2));
    const name = `memory over ${countText(COMMANDS)} commands, later half to second quarter`;
    return [ratioFigure(name, late, early, mebibytes, { atMost: 1.2 })];
  });
