import type { Costs } from './costs.ts';
import { type Load, type Needs, needsOf, ratesOf } from './model.ts';
import {
  BUSY_MAX,
  diskOf,
  type Plan,
  planFor,
  restaurantsMax,
  SPARE_DISK,
  speedOf,
  type Wishes,
} from './plan.ts';

const MONTH_HOURS = 730;
/** Public prices: AWS Fargate, Linux on x86, and gp3 volumes, us-east-1. */
export const PRICES = {
  coreMonth: 0.04048 * MONTH_HOURS,
  memoryGibMonth: 0.004445 * MONTH_HOURS,
  diskGibMonth: 0.08,
};
export type Prices = typeof PRICES;

const WORKERS = [1, 2, 4, 8, 16];
/** So many restaurants more show what the next one costs. */
const MORE = 1_000;

/** The answer to "which machine do I need", for programs; null: no installation carries the load. */
export const reportFor = (load: Load, wishes: Wishes, prices: Prices, costs: Costs) => {
  const plan = planFor(load, costs, wishes);
  const workers = [...new Set([...WORKERS, ...(wishes.workers ? [wishes.workers] : [])])];
  const limits = restaurantsMax(load, costs);
  return {
    load: {
      restaurants: load.restaurants,
      orders_per_day: load.ordersPerDay,
      streams: load.streams,
      webhooks: load.webhooks,
      readers: load.readers,
      feeds: load.feeds,
      poll_seconds: load.pollSeconds,
      peak: load.peak,
      event_days: load.eventDays,
      years: load.years,
    },
    peak_per_second: perSecond(load),
    plan: plan === null ? null : planRecord(plan, prices),
    restaurants_max: limits,
    next_restaurant: plan === null ? null : nextRestaurant(load, plan, costs, prices),
    workers: workers.sort((a, b) => a - b).map((count) => speedRecord(count, costs)),
    costs,
  };
};
export type Report = ReturnType<typeof reportFor>;

const perSecond = (load: Load) => {
  const rates = ratesOf(load);
  return {
    commands: round(rates.commands),
    stream_events: round(rates.streamEvents),
    deliveries: round(rates.deliveries),
    pages: round(rates.pages + rates.samePages),
    feeds: round(rates.feeds),
  };
};

const planRecord = (plan: Plan, prices: Prices) => {
  const { database, processes, databaseNodes, machine, cores, memoryMib, diskGib } = plan;
  return {
    database,
    processes,
    database_nodes: databaseNodes,
    machine: {
      cores: machine.cores,
      memory_gib: machine.memoryGib,
      disk_gib: machine.diskGib,
    },
    busy_cores: { service: round(cores.service), database: round(cores.database) },
    memory_mib: {
      processes: Math.round(memoryMib.processes),
      database: Math.round(memoryMib.database),
    },
    disk_gib: { orders: round(diskGib.orders), events: round(diskGib.events) },
    monthly_usd: round(
      machine.cores * prices.coreMonth +
        machine.memoryGib * prices.memoryGibMonth +
        machine.diskGib * prices.diskGibMonth,
    ),
  };
};

/** The needs of one more of the same kind, without the steps of whole cores. */
const nextRestaurant = (load: Load, plan: Plan, costs: Costs, prices: Prices) => {
  const engine = plan.database === 'sqlite' ? 'sqlite' : 'postgres';
  const needsAt = (restaurants: number): Needs =>
    needsOf({ ...load, restaurants }, engine, costs, plan.processes);
  const [now, then] = [needsAt(load.restaurants), needsAt(load.restaurants + MORE)];
  const slope = (of: (needs: Needs) => number): number => (of(then) - of(now)) / MORE;
  const cores = slope((needs) => needs.cores.service + needs.cores.database);
  const memoryMib = slope((needs) => needs.memoryMib.processes + needs.memoryMib.database);
  const diskMib = 1_024 * slope(diskOf);
  const usd =
    (cores / BUSY_MAX) * prices.coreMonth +
    (memoryMib / 1_024) * prices.memoryGibMonth +
    ((diskMib * SPARE_DISK) / 1_024) * prices.diskGibMonth;
  return {
    busy_cores: precise(cores),
    memory_mib: precise(memoryMib),
    disk_mib: precise(diskMib),
    monthly_usd: precise(usd),
  };
};

const speedRecord = (processes: number, costs: Costs) => {
  const { commands, pages } = speedOf(processes, costs);
  return {
    processes,
    commands_per_second: commands.perSecond,
    commands_database_cores: round(commands.databaseCores),
    pages_per_second: pages.perSecond,
    pages_database_cores: round(pages.databaseCores),
  };
};

const round = (value: number): number => Math.round(value * 100) / 100;
const precise = (value: number): number => Number(value.toPrecision(3));
