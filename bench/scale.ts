/** How much each area measures, and for how long; the budget limits the sum. */
export const FULL = {
  ingest: { commands: 40_000, spreadCommands: 6_000, memoryCommands: 200_000 },
  /** Starts of the service on each of two databases. */
  starts: 3,
  rest: {
    data: {
      /** Restaurants of the same, ordinary size. */
      restaurants: 200,
      ordersEach: 500,
      /** Orders of one restaurant each, for histories of different lengths. */
      histories: [1_000, 10_000, 100_000],
      /** Copies of the longest of them in one large restaurant; 0: there is none. */
      largeCopies: 10,
    },
    /** Orders between the starts of pages. */
    pageStep: 1,
    /** Keys that the ordinary restaurants share; each allows 60 requests a minute. */
    keys: 8_000,
    /**
     * Warm-up requests of each server, and the longest warm-up: its hot code has to be compiled before anything
     * counts.
     */
    warmRequests: 80_000,
    warmSeconds: 8,
    /** Interleaved runs, and the approximate seconds of each. */
    rounds: 3,
    seconds: 1.2,
    /** Repetitions of each answer whose cost is measured: before it counts, and then in each round. */
    costWarmUps: 10,
    costRepeats: 14,
    /** Number of filters to measure, of those in figures/filters.ts. */
    filters: 12,
    /** Commands of each measurement of the ingestion speed. */
    growthCommands: 12_000,
  },
  export: {
    /** Requests a second for pages of other restaurants, the seconds with an export and without, and the rounds. */
    neighbourRate: 100,
    neighbourSeconds: 3,
    neighbourRounds: 3,
  },
  clients: {
    /** Number of orders listed, and how many times. */
    orders: 1_000,
    rounds: 8,
  },
  stream: {
    /** Interleaved runs, after one that does not count, and the seconds of each. */
    rounds: 3,
    seconds: 3,
    fanoutListeners: 1_000,
    /** Numbers of idle listeners, ascending, at which memory is measured. */
    memoryListeners: [100, 1_000, 10_000],
    restaurants: 1_000,
    listenersEach: 5,
    /** Events a second over all restaurants, and the seconds of each run. */
    rate: 200,
    latencySeconds: 4,
    /** Connections that are held, and for how many seconds: until the second ping of each. */
    heldListeners: 10_000,
    holdSeconds: 28,
  },
  webhooks: {
    /** Timed deliveries, and those before them as a warm-up. */
    deliveries: 6_000,
    uncounted: 3_000,
    rounds: 2,
    isolationSeconds: 8,
  },
};

export type Scale = typeof FULL;
export type IngestScale = Scale['ingest'];
export type RestScale = Scale['rest'];
export type DataSize = RestScale['data'];
export type ExportScale = Scale['export'];
export type StreamScale = Scale['stream'];
export type WebhooksScale = Scale['webhooks'];

const SHORT = { rounds: 1, seconds: 1 };
export const QUICK: Scale = {
  ingest: { ...FULL.ingest, commands: 24_000 },
  starts: FULL.starts,
  rest: {
    ...FULL.rest,
    ...SHORT,
    keys: 2_000,
    warmSeconds: 2,
    costRepeats: 6,
    filters: 4,
    data: { restaurants: 20, ordersEach: 1_000, histories: [1_000, 10_000], largeCopies: 10 },
  },
  export: FULL.export,
  clients: { ...FULL.clients, rounds: 4 },
  stream: { ...FULL.stream, ...SHORT, restaurants: 100, latencySeconds: 2 },
  webhooks: { ...FULL.webhooks, deliveries: 1_500, uncounted: 1_000, rounds: 1 },
};
