import { type Cost, type Costs, type EngineCosts, type EngineName, turnsOf } from './costs.ts';

/** A life of an order: its creation and five states. */
const COMMANDS_PER_ORDER = 6;
const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;
const GIB = 2 ** 30;
/** Memory of the database, or of SQLite's pages in the system: a base, and the events of the last day. */
const CACHE_BASE_MIB = 512;

/** The restaurants of an installation. Numbers of orders and clients are those of one restaurant. */
export interface Load {
  restaurants: number;
  ordersPerDay: number;
  streams: number;
  webhooks: number;
  /** Programs that poll `GET /pedidos`, and those that poll `GET /eventos`. */
  readers: number;
  feeds: number;
  pollSeconds: number;
  /** The rate at dinner, as a multiple of the day's mean. */
  peak: number;
  eventDays: number;
  years: number;
}

/** A second of dinner. */
export interface Rates {
  commands: number;
  streamEvents: number;
  deliveries: number;
  /** Pages whose restaurant has changed since the reader's last look, and those that have not. */
  pages: number;
  samePages: number;
  feeds: number;
}

export interface Needs {
  /** Cores that are busy at dinner. */
  cores: Cost;
  memoryMib: { processes: number; database: number };
  diskGib: { orders: number; events: number };
}

export const SILENCE: Rates = {
  ...{ commands: 0, streamEvents: 0, deliveries: 0 },
  ...{ pages: 0, samePages: 0, feeds: 0 },
};

export const ratesOf = (load: Load): Rates => {
  const { restaurants, streams, webhooks, readers, feeds, pollSeconds } = load;
  const own = (load.ordersPerDay * load.peak * COMMANDS_PER_ORDER) / DAY_SECONDS;
  const commands = restaurants * own;
  const polls = restaurants / pollSeconds;
  /** Changes come at random moments: the share of intervals with at least one. */
  const changed = 1 - Math.exp(-own * pollSeconds);
  return {
    commands,
    streamEvents: commands * streams,
    deliveries: commands * webhooks,
    pages: polls * readers * changed,
    samePages: polls * readers * (1 - changed),
    feeds: polls * feeds,
  };
};

/** Cores that the rates keep busy on some processes, each of which also hears of what the others have committed. */
export const coresFor = (rates: Rates, costs: EngineCosts, processes: number): Cost => {
  const own = rates.commands / processes;
  const turns = processes * turnsOf(own);
  const heard = processes * turnsOf(rates.commands - own);
  const of = (part: keyof Cost): number => {
    const micros =
      costs.idle[part] * processes +
      turns * costs.turn[part] +
      heard * costs.processTurn[part] +
      rates.commands * costs.command[part] +
      rates.streamEvents * costs.streamEvent[part] +
      rates.deliveries * costs.delivery[part] +
      rates.pages * costs.page[part] +
      rates.samePages * costs.samePage[part] +
      rates.feeds * costs.feed[part];
    return micros / 1e6;
  };
  return { service: of('service'), database: of('database') };
};

export const needsOf = (load: Load, engine: EngineName, costs: Costs, processes: number): Needs => {
  const own = costs[engine];
  const ordersADay = load.restaurants * load.ordersPerDay;
  const orders = (ordersADay * YEAR_DAYS * load.years * own.disk.order) / GIB;
  const eventsADay = (ordersADay * COMMANDS_PER_ORDER * own.disk.event) / GIB;
  const streamsMib = (load.restaurants * load.streams * costs.streamKib) / 1_024;
  return {
    cores: coresFor(ratesOf(load), own, processes),
    memoryMib: {
      processes: processes * own.memoryMib + streamsMib,
      database: CACHE_BASE_MIB + eventsADay * 1_024,
    },
    diskGib: { orders, events: eventsADay * load.eventDays },
  };
};
