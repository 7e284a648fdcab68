import { chunkedNdjson, ndjson, pastOrders, restaurantCommands } from '../support/lifecycles.ts';
import { type Figure, median, progress } from '../support/report.ts';
import { sendCommands } from '../support/send.ts';
import { removeFolder, startServer, tempFolder } from '../support/server.ts';

const RESTAURANTS = 100;
const STARTS = 9;
const CHUNK_ORDERS = 10_000;

/** From the start of the process to its first ready answer: on an empty database and on a large one. */
export const benchStartup = async (orders: number): Promise<Figure[]> => {
  const [empty, large] = [tempFolder(), tempFolder()];
  try {
    await fill(large, orders);
    const times: Record<string, number[]> = { [empty]: [], [large]: [] };
    for (let i = 0; i < STARTS; i += 1) {
      for (const dataDir of [empty, large]) {
        progress(`startup: ${i + 1} of ${STARTS}`);
        const server = await startServer({ dataDir });
        times[dataDir]?.push(server.readyMs);
        await server.stop();
      }
    }
    const [emptyMs, largeMs] = [median(times[empty] ?? []), median(times[large] ?? [])];
    return [
      {
        name: `start with ${orders.toLocaleString('en')} orders, against none`,
        ours: `${Math.round(largeMs)} ms`,
        peer: `${Math.round(emptyMs)} ms`,
        ratio: largeMs / emptyMs,
        target: 1.2,
        atMost: true,
      },
    ];
  } finally {
    removeFolder(empty);
    removeFolder(large);
  }
};

const fill = async (dataDir: string, orders: number): Promise<void> => {
  const server = await startServer({ dataDir });
  await sendCommands(server, [ndjson(restaurantCommands(RESTAURANTS))]);
  let done = 0;
  await sendCommands(server, chunkedNdjson(pastOrders(orders, RESTAURANTS), CHUNK_ORDERS), () => {
    done += CHUNK_ORDERS;
    progress(`startup: ${done} of ${orders} orders stored`);
  });
  await server.stop();
};
