import { makeCommand, UsageError } from '@comanda/command-line';
import { InvalidArgumentError } from 'commander';
import { MEASURED } from '../../../capacity/measured.ts';
import type { Load } from '../../../capacity/model.ts';
import { PRICES, reportFor } from '../../../capacity/report.ts';
import type { Context } from '../../command.ts';
import { describeReport } from './text.ts';

export const capacity = ({ io }: Context) =>
  makeCommand('capacity', 'say which machine and database a number of restaurants needs', {
    notes: [
      'Orders, streams, webhooks, readers and feeds are those of one restaurant.',
      'It predicts from costs that the project measured, and opens no database.',
      'docs/guides/capacity.md has the model, a table of sizes, and how to measure your own machine.',
    ],
    examples: [
      'comanda capacity --restaurants 1000 --orders-per-day 300 --webhooks 2',
      'comanda capacity --restaurants 10000 --workers 8 --json',
    ],
  })
    .requiredOption('--restaurants <N>', 'number of restaurants', whole(1, 10_000_000))
    .option('--orders-per-day <N>', 'orders of a restaurant on a day', amount(0, 100_000), 40)
    .option('--streams <N>', 'open streams of a restaurant: screens', amount(0, 10_000), 1)
    .option('--webhooks <N>', 'webhooks of a restaurant', amount(0, 20), 1)
    .option('--readers <N>', 'programs of a restaurant that poll its pages', amount(0, 1_000), 1)
    .option('--feeds <N>', 'programs of a restaurant that poll /eventos', amount(0, 1_000), 0)
    .option('--poll <SECONDS>', 'time between two looks of a reader or feed', amount(1, 86_400), 10)
    .option('--peak <FACTOR>', 'rate at dinner, as a multiple of the mean', amount(1, 100), 8)
    .option('--event-days <DAYS>', 'EVENT_RETENTION_DAYS', amount(1, 3_650), 30)
    .option('--years <N>', 'years of orders on the disk', amount(0, 100), 1)
    .option('--engine <ENGINE>', 'sqlite or postgres (default: the smaller that suffices)', engine)
    .option('--workers <N>', 'processes on PostgreSQL (default: as few as suffice)', whole(1, 64))
    .option('--price-core <USD>', 'of a core, a month', amount(0, 1e6), PRICES.coreMonth)
    .option('--price-memory <USD>', 'of a GiB, a month', amount(0, 1e6), PRICES.memoryGibMonth)
    .option('--price-disk <USD>', 'of a GiB, a month', amount(0, 1e6), PRICES.diskGibMonth)
    .option('--json', 'print one line of JSON: load, plan, limits, costs')
    .action((options) => {
      const { ordersPerDay, poll, workers, json, priceCore, priceMemory, priceDisk } = options;
      const load: Load = { ...options, ordersPerDay, pollSeconds: poll };
      const prices = {
        coreMonth: priceCore,
        memoryGibMonth: priceMemory,
        diskGibMonth: priceDisk,
      };
      if (workers !== undefined && options.engine === 'sqlite') {
        throw new UsageError('--workers needs PostgreSQL: SQLite supports only one process');
      }
      const wishes = { workers, engine: options.engine };
      const report = reportFor(load, wishes, prices, MEASURED);
      if (json) io.out(JSON.stringify(report));
      else for (const line of describeReport(report)) io.out(line);
    });

const amount =
  (least: number, most: number) =>
  (given: string): number => {
    const value = Number(given);
    if (/^\d{1,12}(?:\.\d{1,6})?$/.test(given) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`must be a number from ${least} to ${most}`);
  };

const whole =
  (least: number, most: number) =>
  (given: string): number => {
    const value = Number(given);
    if (/^\d{1,9}$/.test(given) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`must be a whole number from ${least} to ${most}`);
  };

const ENGINES = ['sqlite', 'postgres'] as const;
const engine = (given: string) => {
  const found = ENGINES.find((each) => each === given);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`must be one of ${ENGINES.join(', ')}`);
};
