import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import type { Database } from '../rest/data/database.ts';
import { orderCount } from '../rest/data/orders.ts';
import { countText, type Figure, milliseconds } from '../support/figure.ts';
import { interleave } from '../support/interleave.ts';
import { progress } from '../support/progress.ts';
import { startServer } from '../support/server.ts';

const STARTS = 3;

/** The time from the start of the process to its first ready answer, on an empty database and on a large one. */
export const startTimes = async ({ target, size }: Database): Promise<Figure[]> => {
  const empty = makeFolder();
  const times = await interleave([empty, target.dataDir], STARTS, async (dataDir, round) => {
    progress(`${round} of ${STARTS}`);
    const server = await startServer({ dataDir, databaseUrl: null });
    await server.stop();
    return server.readyMs;
  });
  removeFolder(empty);
  const [emptyMs = [], largeMs = []] = times;
  return [
    {
      name: `start to ready, with ${countText(orderCount(size))} orders`,
      engine: '',
      textOf: milliseconds,
      ours: largeMs,
      limit: { name: 'with none', runs: emptyMs },
      demands: [{ against: 'limit', atMost: 1.2 }],
    },
  ];
};
