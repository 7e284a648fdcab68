/** How much is measured, and for how long; the budget says what that may add up to. */
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
    /** A key is worth 60 requests a minute. Ordinary restaurants share so many. */
    keys: 8_000,
    /** Each server answers so many before anything counts, for so long at most: its hot code has to be compiled. */
    warmRequests: 80_000,
    warmSeconds: 8,
    /** Interleaved runs, and how long each lasts, about. */
    rounds: 3,
    seconds: 1.2,
    /** How many times an answer is asked for whose cost is taken, before it counts and then in each round. */
    costWarmUps: 10,
    costRepeats: 14,
    /** Filters, common and rare (figures/filters.ts), of which so many are asked for. */
    filters: 12,
    /** Commands that are sent to see how fast they go in. */
    growthCommands: 12_000,
  },
  export: {
    /** Pages of other restaurants: how many a second, how long with an export and without, and how many times. */
    neighbourRate: 100,
    neighbourSeconds: 3,
    neighbourRounds: 3,
  },
  clients: {
    /** How many orders are listed, and how many times. */
    orders: 1_000,
    rounds: 8,
  },
  stream: {
    /** Interleaved runs, after one that does not count; how long each lasts. */
    rounds: 3,
    seconds: 3,
    fanoutListeners: 1_000,
    /** Numbers of idle listeners, ascending, at which memory is looked at. */
    memoryListeners: [100, 1_000, 10_000],
    restaurants: 1_000,
    listenersEach: 5,
    /** Events a second over all restaurants, and how long each run of them lasts. */
    rate: 200,
    latencySeconds: 4,
    /** How many connections are held, and how long: until the second ping of each. */
    heldListeners: 10_000,
    holdSeconds: 28,
  },
  webhooks: {
    /** Those that are timed, and those before them, in which everybody runs warm. */
    deliveries: 6_000,
    uncounted: 3_000,
    rounds: 2,
    isolationSeconds: 8,
    backlog: 100_000,
    /** How long others are watched at a time while a backlog drains. */
    backlogSeconds: 5,
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
