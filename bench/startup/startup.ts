import type { Data } from '../rest/data.ts';
import { orderCount } from '../rest/orders.ts';
import type { Conductor } from '../support/conductor.ts';
import { progress } from '../support/progress.ts';
import { type Figure, median } from '../support/report.ts';
import { removeFolder, startServer, tempFolder } from '../support/server.ts';

/** From the start of the process to its first ready answer: on an empty database and on a large one. */
export const benchStartup = ({ act }: Conductor, data: Data, starts: number): Promise<void> =>
  act('start', async (): Promise<Figure[]> => {
    const { place, size } = data.of('sqlite');
    const [empty, large] = [tempFolder(), place.dataDir];
    const times: Record<string, number[]> = { [empty]: [], [large]: [] };
    try {
      for (let i = 1; i <= starts; i += 1) {
        for (const dataDir of [empty, large]) {
          progress(`${i} of ${starts}`);
          const server = await startServer({ dataDir });
          times[dataDir]?.push(server.readyMs);
          await server.stop();
        }
      }
    } finally {
      removeFolder(empty);
    }
    const [emptyMs, largeMs] = [median(times[empty] ?? []), median(times[large] ?? [])];
    return [
      {
        name: `start with ${orderCount(size).toLocaleString('en')} orders, against none`,
        ours: `${Math.round(largeMs)} ms`,
        peer: `${Math.round(emptyMs)} ms`,
        ratio: largeMs / emptyMs,
        target: 1.2,
        atMost: true,
      },
    ];
  });
