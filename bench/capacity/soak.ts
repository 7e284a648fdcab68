import {
  coresFor,
  type Load,
  type Rates as ModelRates,
  ratesOf,
} from '../../src/capacity/model.ts';
import { memoryMib } from '../../test/support/machine/process-memory.ts';
import { median } from '../support/figure.ts';
import { progress } from '../support/progress.ts';
import type { Sent } from './load-process.ts';
import { costsOf } from './measure.ts';
import { makeMeter, type Parts } from './meter.ts';
import { withWorld } from './world.ts';

/** A thousand restaurants at dinner: two webhooks, a screen, a reader of pages and one of changes each. */
const LOAD: Load = {
  ...{ restaurants: 1_000, ordersPerDay: 300, peak: 8 },
  ...{ streams: 1, webhooks: 2, readers: 1, feeds: 1, pollSeconds: 10 },
  ...{ eventDays: 30, years: 1 },
};
const SLICE_SECONDS = 60;
const WARM_UP_SECONDS = 30;
const COST_SCALE = { rounds: 2, seconds: 5 };
const MEMORY_MIB_MAX = 400;

interface Compared {
  predicted: number;
  measured: number;
}

/** A soak, as RESULTS.md tells it. */
export interface Soak {
  minutes: number;
  sent: Omit<Sent, 'seconds' | 'pageP99Ms'>;
  pageP99Ms: number;
  cores: Record<'service' | 'database', Compared>;
  memoryMib: { first: number; last: number; most: number; target: number };
}

/** Runs the load for some minutes, and compares what it took with a prediction from costs measured before and after. */
export const soak = async (databaseUrl: string | null, minutes: number): Promise<Soak> => {
  const before = await costsOf(databaseUrl, COST_SCALE);
  const measured = await withWorld(
    databaseUrl,
    LOAD.restaurants,
    () => ({ webhooks: LOAD.webhooks }),
    async (world) => {
      const all = world.share(0, LOAD.restaurants);
      const rates = ratesOf(LOAD);
      const asked = {
        commands: rates.commands,
        pages: rates.pages + rates.samePages,
        feeds: rates.feeds,
      };
      await world.openStreams(all);
      progress('warming up');
      await world.run(asked, all, WARM_UP_SECONDS);
      const measure = await makeMeter([world.server.pid], databaseUrl);
      const [slices, memory, spent]: [Sent[], number[], Parts] = [
        [],
        [],
        { service: 0, database: 0 },
      ];
      for (let slice = 1; slice <= minutes; slice += 1) {
        progress(`minute ${slice} of ${minutes}`);
        const { seconds } = await measure(async () => {
          slices.push(await world.run(asked, all, SLICE_SECONDS));
        });
        spent.service += seconds.service;
        spent.database += seconds.database;
        memory.push(memoryMib(world.server.pid));
      }
      return { sent: sumOf(slices), slices, memory, spent };
    },
  );
  const after = await costsOf(databaseUrl, COST_SCALE);
  const { sent, slices, memory, spent } = measured;
  const predicted = [before, after].map((costs) => coresFor(ratesIn(sent), costs, 1));
  const compare = (part: 'service' | 'database'): Compared => ({
    predicted: round(predicted.reduce((sum, each) => sum + each[part], 0) / predicted.length),
    measured: round(spent[part] / sent.seconds),
  });
  const { seconds, pageP99Ms: _own, ...counts } = sent;
  return {
    minutes: Math.round(seconds / 60),
    sent: counts,
    pageP99Ms: round(median(slices.map((slice) => slice.pageP99Ms))),
    cores: { service: compare('service'), database: compare('database') },
    memoryMib: {
      first: Math.round(memory[0] ?? 0),
      last: Math.round(memory.at(-1) ?? 0),
      most: Math.round(Math.max(...memory)),
      target: MEMORY_MIB_MAX,
    },
  };
};

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

const sumOf = (slices: readonly Sent[]): Sent => {
  const sum = { ...(slices[0] as Sent) };
  for (const slice of slices.slice(1)) {
    for (const name of Object.keys(sum) as (keyof Sent)[]) sum[name] += slice[name];
  }
  return sum;
};

/** The rates that were really sent. */
const ratesIn = ({ seconds, ...sent }: Sent): ModelRates => {
  const { pages, samePages } = ratesOf(LOAD);
  const changed = pages / (pages + samePages);
  return {
    commands: sent.commands / seconds,
    streamEvents: (sent.commands * LOAD.streams) / seconds,
    deliveries: (sent.commands * LOAD.webhooks) / seconds,
    pages: (sent.pages * changed) / seconds,
    samePages: (sent.pages * (1 - changed)) / seconds,
    feeds: sent.feeds / seconds,
  };
};
