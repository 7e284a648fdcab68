/**
 * How many seconds each measurement may take on two cores: all of them together less than twenty minutes, or two
 * with `--quick` (test/bench/report.test.ts). They are carried out in this order. Who adds one finds the time for it
 * here; how long things really took stands beside it in RESULTS.md.
 */
export type Budget = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const FULL_SECONDS_MAX = 20 * 60;
export const QUICK_SECONDS_MAX = 2 * 60;

/** Measurements of one engine begin with its label. */
export const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
export type EngineName = keyof typeof ENGINES;

/** The area that the databases of others are loaded in. */
export const DATA_AREA = 'data';

export const FULL_BUDGET: Budget = {
  ingest: { 'SQLite: speed': 12, 'PostgreSQL: speed': 23, memory: 20 },
  [DATA_AREA]: { load: 140 },
  startup: { start: 20 },
  rest: {
    'SQLite: pages': 37,
    'SQLite: polled': 42,
    'SQLite: order': 20,
    'SQLite: filters': 25,
    'SQLite: summary': 5,
    'SQLite: growth': 20,
    'SQLite: restaurants': 45,
    'PostgreSQL: pages': 45,
    'PostgreSQL: polled': 42,
    'PostgreSQL: order': 20,
    'PostgreSQL: filters': 35,
    'PostgreSQL: summary': 5,
    'PostgreSQL: growth': 25,
  },
  stream: {
    fanout: 70,
    memory: 45,
    'SQLite: latency': 45,
    'PostgreSQL: latency': 45,
    'SQLite: join': 13,
    'PostgreSQL: join': 16,
    hold: 65,
    growth: 35,
  },
  webhooks: {
    'SQLite: speed': 36,
    'PostgreSQL: speed': 64,
    'SQLite: isolation': 54,
    'PostgreSQL: isolation': 58,
    backlog: 62,
  },
};

/** Only when they are asked for by name: too long for a run of everything. */
export const LONG_BUDGET: Budget = { webhooks: { drain: 450 } };

export const withLong = (budget: Budget): Budget =>
  Object.fromEntries(
    Object.entries(budget).map(([area, names]) => [area, { ...names, ...LONG_BUDGET[area] }]),
  );

/** On SQLite, unless asked otherwise. */
export const QUICK_ENGINES: readonly EngineName[] = ['sqlite'];

/** Nothing that a short run cannot tell: memory, held connections, dead endpoints. */
export const QUICK_BUDGET: Budget = {
  ingest: { 'SQLite: speed': 11, 'PostgreSQL: speed': 15 },
  [DATA_AREA]: { load: 15 },
  startup: { start: 5 },
  rest: {
    'SQLite: pages': 14,
    'SQLite: polled': 10,
    'SQLite: order': 5,
    'SQLite: filters': 6,
    'SQLite: summary': 2,
    'PostgreSQL: pages': 16,
    'PostgreSQL: polled': 12,
    'PostgreSQL: order': 6,
    'PostgreSQL: filters': 8,
    'PostgreSQL: summary': 3,
  },
  stream: { fanout: 19, 'SQLite: latency': 7, 'SQLite: join': 7 },
  webhooks: { 'SQLite: speed': 10, 'PostgreSQL: speed': 15 },
};

/** What was asked for on the command line. */
export interface Wanted {
  /** Empty: every one. */
  areas: readonly string[];
  /** Names of measurements, without their engine. Empty: every one. */
  only: readonly string[];
  engines: readonly EngineName[];
}

/** The name of a measurement without its engine. */
export const plainName = (name: string): string => name.split(': ').at(-1) ?? '';

/** The measurements that were asked for. What needs the databases brings their loading with it. */
export const choose = (budget: Budget, { areas, only, engines }: Wanted): Budget => {
  const hidden = Object.entries(ENGINES)
    .filter(([name]) => !engines.includes(name as EngineName))
    .map(([, label]) => `${label}: `);
  const isAsked = (area: string, name: string): boolean =>
    (areas.length === 0 || areas.includes(area)) &&
    (only.length === 0 || only.includes(plainName(name))) &&
    !hidden.some((start) => name.startsWith(start));
  const chosen: Budget = Object.fromEntries(
    Object.entries(budget).map(([area, names]) => [
      area,
      Object.fromEntries(Object.entries(names).filter(([name]) => isAsked(area, name))),
    ]),
  );
  const needsData = enginesOf(chosen).length > 0;
  return { ...chosen, [DATA_AREA]: needsData ? { ...budget[DATA_AREA] } : {} };
};

/** The engines whose databases have to be loaded. */
export const enginesOf = (chosen: Budget): EngineName[] => {
  const names = Object.keys(chosen['rest'] ?? {});
  const isNeeded = (engine: string): boolean =>
    (engine === 'sqlite' && Object.keys(chosen['startup'] ?? {}).length > 0) ||
    names.some((name) => name.startsWith(ENGINES[engine as EngineName]));
  return Object.keys(ENGINES).filter(isNeeded) as EngineName[];
};
