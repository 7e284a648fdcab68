/**
 * How many seconds each act may take on two cores: all of them together less than twenty minutes, or two
 * with `--quick` (test/bench/report.test.ts). Acts are carried out in this order. Who adds a figure finds
 * the time for it here; how long things really took stands beside it in RESULTS.md.
 */
export type Budget = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const FULL_SECONDS_MAX = 20 * 60;
export const QUICK_SECONDS_MAX = 2 * 60;

/** Acts of one engine begin with its name. */
export const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
export type EngineName = keyof typeof ENGINES;

export const FULL_BUDGET: Budget = {
  ingest: { 'SQLite: speed': 12, 'PostgreSQL: speed': 23, memory: 20 },
  data: { load: 140 },
  startup: { start: 20 },
  rest: {
    'SQLite: pages': 37,
    'SQLite: polled': 42,
    'SQLite: order': 20,
    'SQLite: filters': 25,
    'SQLite: summary': 5,
    'SQLite: growth': 20,
    'SQLite: restaurants': 35,
    'PostgreSQL: pages': 56,
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

/** Carried out only when they are asked for by name: too long for a run of everything. */
export const LONG_BUDGET: Budget = { webhooks: { drain: 450 } };

export const withLong = (budget: Budget): Budget =>
  Object.fromEntries(
    Object.entries(budget).map(([area, acts]) => [area, { ...acts, ...LONG_BUDGET[area] }]),
  );

/** Nothing that a short run cannot tell: memory, held connections, dead endpoints. On SQLite, unless asked otherwise. */
export const QUICK_ENGINES: readonly EngineName[] = ['sqlite'];
export const QUICK_BUDGET: Budget = {
  ingest: { 'SQLite: speed': 11, 'PostgreSQL: speed': 15 },
  data: { load: 15 },
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
  /** Names of acts, without their engine. Empty: every one. */
  only: readonly string[];
  engines: readonly EngineName[];
}

/** The acts of a budget that were asked for. What needs the data of others brings its loading with it. */
export const chooseActs = (
  budget: Budget,
  { areas, only, engines }: Wanted,
): Record<string, Record<string, number>> => {
  const hidden = Object.entries(ENGINES)
    .filter(([name]) => !engines.includes(name as EngineName))
    .map(([, label]) => `${label}: `);
  const chosen = Object.entries(budget).map(([area, acts]) => {
    const isAsked = (act: string) =>
      (areas.length === 0 || areas.includes(area)) &&
      !hidden.some((start) => act.startsWith(start)) &&
      (only.length === 0 || only.includes(act.split(': ').at(-1) ?? ''));
    return [
      area,
      Object.fromEntries(Object.entries(acts).filter(([act]) => isAsked(act))),
    ] as const;
  });
  const result: Record<string, Record<string, number>> = Object.fromEntries(chosen);
  const isNeeded = DATA_USERS.some((area) => Object.keys(result[area] ?? {}).length > 0);
  return { ...result, data: isNeeded ? { ...budget['data'] } : {} };
};

const DATA_USERS = ['startup', 'rest'];
