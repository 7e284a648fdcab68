import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import type { Databases } from '../rest/data/databases.ts';
import { orderCount } from '../rest/data/orders.ts';
import { countText, type Figure, median, milliseconds, ratioFigure } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import type { Runner } from '../support/runner.ts';
import { startServer } from '../support/server.ts';

/** The time from the start of the process to its first ready answer, on an empty database and on a large one. */
export const benchStartup = (
  { measure }: Runner,
  databases: Databases,
  starts: number,
): Promise<void> =>
  measure('start', async (): Promise<Figure[]> => {
    const { target, size } = databases.of('sqlite');
    const empty = makeFolder();
    const [emptyTimes, largeTimes]: [number[], number[]] = [[], []];
    const startOnce = async (dataDir: string): Promise<number> => {
      const server = await startServer({ dataDir, databaseUrl: null });
      await server.stop();
      return server.readyMs;
    };
    for (let i = 1; i <= starts; i += 1) {
      progress(`${i} of ${starts}`);
      emptyTimes.push(await startOnce(empty));
      largeTimes.push(await startOnce(target.dataDir));
    }
    removeFolder(empty);
    const [emptyMs, largeMs] = [median(emptyTimes), median(largeTimes)];
    const name = `start with ${countText(orderCount(size))} orders, beside none`;
    return [ratioFigure(name, largeMs, emptyMs, milliseconds, { atMost: 1.2 })];
  });
