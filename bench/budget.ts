/** Seconds, by area and measurement. */
export type Budget = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const FULL_SECONDS_MAX = 20 * 60;
export const QUICK_SECONDS_MAX = 2 * 60;

/** Engines with their label, which begins the names of their measurements. */
export const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;
export type EngineName = keyof typeof ENGINES;
/** Engines of a quick run by default. */
export const QUICK_ENGINES: readonly EngineName[] = ['sqlite'];

/** The area that loads the databases of other areas. */
export const DATA_AREA = 'data';

/**
 * Seconds that each measurement may take on two cores, in order of execution: less than twenty minutes altogether,
 * and less than two for the quick ones (test/bench/report.test.ts). A measurement without a second number takes too
 * long for a quick run. RESULTS.md has the actual times.
 */
const SECONDS: Readonly<Record<string, Readonly<Record<string, [full: number, quick?: number]>>>> =
  {
    ingest: {
      'SQLite: speed': [15, 11],
      'PostgreSQL: speed': [23, 15],
      'SQLite: spread': [12],
      'PostgreSQL: spread': [21],
      memory: [20],
    },
    [DATA_AREA]: { load: [122, 18] },
    startup: { start: [14, 5] },
    rest: {
      'SQLite: pages': [47, 17],
      'SQLite: polled': [29, 10],
      'SQLite: order': [16, 5],
      'SQLite: filters': [21, 6],
      'SQLite: summary': [5, 2],
      'SQLite: growth': [12],
      'SQLite: restaurants': [30],
      'PostgreSQL: pages': [52, 20],
      'PostgreSQL: order': [21, 6],
      'PostgreSQL: filters': [32, 8],
      'PostgreSQL: summary': [5, 3],
      'PostgreSQL: growth': [21],
    },
    export: {
      'SQLite: ndjson': [13, 4],
      'SQLite: neighbour': [20],
      'SQLite: files': [48],
      'SQLite: sync': [42],
      'PostgreSQL: ndjson': [45, 5],
      'PostgreSQL: neighbour': [21],
    },
    clients: { 'SQLite: listing': [8, 4] },
    stream: {
      fanout: [43, 19],
      memory: [39],
      'SQLite: latency': [40, 8],
      'PostgreSQL: latency': [42],
      hold: [41],
    },
    webhooks: {
      'SQLite: speed': [26, 10],
      'PostgreSQL: speed': [46, 15],
      'SQLite: isolation': [33],
      'PostgreSQL: isolation': [36],
    },
  };

const secondsOf = (column: 0 | 1): Budget =>
  Object.fromEntries(
    Object.entries(SECONDS).map(([area, names]) => [
      area,
      Object.fromEntries(
        Object.entries(names).flatMap(([name, seconds]) =>
          seconds[column] === undefined ? [] : [[name, seconds[column]]],
        ),
      ),
    ]),
  );

export const FULL_BUDGET = secondsOf(0);
export const QUICK_BUDGET = secondsOf(1);

/** The choice on the command line; an empty list stands for all. */
export interface Wanted {
  areas: readonly string[];
  /** Names of measurements, without their engine. */
  only: readonly string[];
  engines: readonly EngineName[];
}

/** The name of a measurement without its engine. */
export const plainName = (name: string): string => name.split(': ').at(-1) ?? '';

/** The chosen measurements. Those that need the databases bring the loading along. */
export const choose = (budget: Budget, { areas, only, engines }: Wanted): Budget => {
  const labels = engines.map((engine) => ENGINES[engine]);
  const isAsked = (area: string, name: string): boolean =>
    (areas.length === 0 || areas.includes(area)) &&
    (only.length === 0 || only.includes(plainName(name))) &&
    (name === plainName(name) || labels.some((label) => name.startsWith(label)));
  const chosen: Budget = Object.fromEntries(
    Object.entries(budget).map(([area, names]) => [
      area,
      Object.fromEntries(Object.entries(names).filter(([name]) => isAsked(area, name))),
    ]),
  );
  return { ...chosen, [DATA_AREA]: enginesOf(chosen).length > 0 ? (budget[DATA_AREA] ?? {}) : {} };
};

/** The engines whose databases have to be loaded. */
export const enginesOf = (budget: Budget): EngineName[] => {
  const { rest = {}, export: files = {}, clients = {}, startup = {} } = budget;
  return (Object.keys(ENGINES) as EngineName[]).filter(
    (engine) =>
      Object.keys({ ...rest, ...files, ...clients }).some((name) =>
        name.startsWith(ENGINES[engine]),
      ) ||
      (engine === 'sqlite' && 'start' in startup),
  );
};
