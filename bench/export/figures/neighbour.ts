import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { LARGE } from '../../rest/data/orders.ts';
import type { Setup } from '../../rest/setup.ts';
import { runWrk } from '../../rest/wrk.ts';
import type { ExportScale } from '../../scale.ts';
import { type Figure, median, ratioFigure } from '../../support/figure.ts';
import { progress } from '../../support/progress.ts';
import { startClient, toExport } from '../setup.ts';

const text = (micros: number): string => `${(micros / 1_000).toFixed(1)} ms`;

/** The p99 of other restaurants' pages at a modest rate, with and without an export of the large restaurant. */
export const neighbour = async (setup: Setup, scale: ExportScale): Promise<Figure[]> => {
  const { neighbourRate: rate, neighbourSeconds: seconds, neighbourRounds: rounds } = scale;
  const { server, withKeys, questions } = setup;
  const pages = questions.pages.values();
  const askPages = async (): Promise<number> => {
    const requests = await withKeys([...pages.take(rate * seconds)]);
    const target = { url: server.publicUrl, pid: server.pid };
    return (await runWrk(target, requests, { perSecond: rate })).p99Micros;
  };
  const askBesideExport = async (): Promise<number> => {
    const request = await toExport(setup, LARGE, 'ndjson');
    const reader = startClient();
    // The reader shares a core with the client that takes the times, which must not wait for it.
    setPriority(reader.pid, constants.priority.PRIORITY_LOW);
    // The reader is stopped at the end; only an export that ends before is a problem.
    const whole = reader.api.read(request).catch(() => null);
    const p99Micros = await askPages();
    const isOver = await Promise.race([whole, sleep(0, null)]);
    await reader.stop();
    if (isOver !== null) throw new Error('the export was over before the pages were');
    return p99Micros;
  };
  const [alone, beside]: [number[], number[]] = [[], []];
  progress('warming up');
  await askPages();
  for (let round = 1; round <= rounds; round += 1) {
    progress(`pages, ${round} of ${rounds}`);
    beside.push(await askBesideExport());
    alone.push(await askPages());
  }
  const name = `p99 of a neighbour's pages, ${rate} a second, during an export`;
  return [ratioFigure(name, median(beside), median(alone), text, { atMost: 1.5 })];
};
