import { setTimeout as sleep } from 'node:timers/promises';
import { LARGE } from '../../rest/data/orders.ts';
import type { Setup } from '../../rest/setup.ts';
import type { ExportScale } from '../../scale.ts';
import { type Figure, percentile, ratioFigure } from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import { startClient, toExport, toRequests } from '../setup.ts';

const text = (ms: number): string => `${ms.toFixed(1)} ms`;

/** The time of other restaurants' pages at a modest rate while the large one is exported, and without that. */
export const neighbour = async (setup: Setup, scale: ExportScale): Promise<Figure[]> => {
  const { neighbourRate: rate, neighbourSeconds: seconds, neighbourRounds: rounds } = scale;
  const client = startClient();
  const pages = setup.questions.pages.values();
  const askPages = async (): Promise<number[]> => {
    const requests = await toRequests(setup, [...pages.take(rate * seconds)]);
    await client.api.begin(requests, 1_000 / rate);
    await sleep(seconds * 1_000);
    return client.api.end();
  };
  const askBesideExport = async (): Promise<number[]> => {
    const request = await toExport(setup, LARGE, 'ndjson');
    const reader = startClient();
    // It is cut off: only that it ended too early would be a problem.
    const whole = reader.api.read(request).catch(() => null);
    const times = await askPages();
    const isOver = await Promise.race([whole, sleep(0, null)]);
    await reader.stop();
    if (isOver !== null) throw new Error('the export was over before the pages were');
    return times;
  };
  try {
    const [alone, beside]: [number[], number[]] = [[], []];
    progress('warming up');
    await askPages();
    for (let round = 1; round <= rounds; round += 1) {
      progress(`pages, ${round} of ${rounds}`);
      beside.push(...(await askBesideExport()));
      alone.push(...(await askPages()));
    }
    const name = `p99 of a neighbour's pages, ${rate} a second, during an export`;
    const [ours, other] = [percentile(beside, 0.99), percentile(alone, 0.99)];
    return [ratioFigure(name, ours, other, text, { atMost: 1.5 })];
  } finally {
    await client.stop();
  }
};
