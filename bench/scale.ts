/** How much is measured, and for how long; the budget says what that may add up to. */
export interface Scale {
  ingest: IngestScale;
  /** Starts of the service on each of two databases. */
  starts: number;
  rest: RestScale;
  stream: StreamScale;
  webhooks: WebhooksScale;
}

export interface IngestScale {
  commands: number;
  memoryCommands: number;
}

export interface DataSize {
  /** Restaurants of the same, ordinary size. */
  restaurants: number;
  ordersEach: number;
  /** Orders of one restaurant each, for histories of different lengths. */
  histories: readonly number[];
  /** Copies of the longest of them in one large restaurant; 0: there is none. */
  largeCopies: number;
}

export interface RestScale {
  data: DataSize;
  /** Orders between the starts of pages: few where few orders have to give many pages. */
  pageStep: number;
  /** A key is worth 60 requests a minute. Ordinary restaurants share so many. */
  keys: number;
  /** Each server answers so many before anything counts, for so long at most: its hot code has to be compiled. */
  warmRequests: number;
  warmSeconds: number;
  /** Interleaved runs, and how long each lasts, about. */
  rounds: number;
  seconds: number;
  /** How many times a thing is done whose cost is taken, before it counts and then in each round. */
  costWarmUps: number;
  costRepeats: number;
  /** Which filters (figures/filters.ts); null: every one. */
  filters: readonly string[] | null;
  /** Commands that are sent to see how fast they go in. */
  growthCommands: number;
}

export interface StreamScale {
  /** Interleaved runs, after one that does not count; how long each lasts. */
  rounds: number;
  seconds: number;
  fanoutListeners: number;
  /** Numbers of listeners, ascending, at which memory and the cost of a delivery are taken. */
  memoryListeners: readonly number[];
  growthListeners: readonly number[];
  restaurants: number;
  listenersEach: number;
  /** Events a second over all restaurants, and how long each run of them lasts. */
  rate: number;
  latencySeconds: number;
  /** Events a second of one restaurant while streams come and go, and for how long. */
  joinRate: number;
  joinSeconds: number;
  /** How long connections are held, and how many: several pings, and less than the five minutes of a stream. */
  holdSeconds: number;
  heldListeners: number;
}

export interface WebhooksScale {
  /** Those that are timed, and those before them, in which everybody runs warm. */
  deliveries: number;
  uncounted: number;
  rounds: number;
  isolationSeconds: number;
  backlog: number;
  /** How long others are watched at a time while a backlog drains. */
  backlogSeconds: number;
}

export const FULL: Scale = {
  ingest: { commands: 60_000, memoryCommands: 200_000 },
  starts: 5,
  rest: {
    data: {
      restaurants: 200,
      ordersEach: 1_000,
      histories: [1_000, 10_000, 100_000],
      largeCopies: 10,
    },
    pageStep: 4,
    keys: 8_000,
    warmRequests: 25_000,
    warmSeconds: 6,
    rounds: 3,
    seconds: 1.4,
    costWarmUps: 10,
    costRepeats: 20,
    filters: null,
    growthCommands: 12_000,
  },
  stream: {
    rounds: 3,
    seconds: 4,
    fanoutListeners: 1_000,
    memoryListeners: [100, 1_000, 10_000],
    growthListeners: [100, 1_000, 10_000],
    restaurants: 1_000,
    listenersEach: 5,
    rate: 200,
    latencySeconds: 6,
    joinRate: 1_500,
    joinSeconds: 8,
    holdSeconds: 52,
    heldListeners: 10_000,
  },
  webhooks: {
    deliveries: 8_000,
    uncounted: 8_000,
    rounds: 2,
    isolationSeconds: 18,
    backlog: 100_000,
    backlogSeconds: 5,
  },
};

export const QUICK: Scale = {
  ingest: { ...FULL.ingest, commands: 24_000 },
  starts: 3,
  rest: {
    ...FULL.rest,
    data: { restaurants: 20, ordersEach: 1_000, histories: [1_000, 2_000], largeCopies: 5 },
    pageStep: 1,
    keys: 2_000,
    warmSeconds: 0.5,
    rounds: 1,
    seconds: 1,
    costRepeats: 6,
    filters: ['no filter', 'rare estado', 'whole days', 'all, common'],
  },
  stream: {
    ...FULL.stream,
    rounds: 1,
    seconds: 1,
    restaurants: 100,
    latencySeconds: 2,
    joinSeconds: 1.5,
  },
  webhooks: { ...FULL.webhooks, deliveries: 1_500, uncounted: 1_000, rounds: 1 },
};
