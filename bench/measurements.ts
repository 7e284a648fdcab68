import { listing } from './clients/listing.ts';
import { convertedFiles } from './export/files.ts';
import { mirrorSpeed } from './export/mirror.ts';
import { neighbour } from './export/neighbour.ts';
import { wholeHistory } from './export/whole.ts';
import { speed } from './ingest/speed.ts';
import { spread } from './ingest/spread.ts';
import type { Databases } from './rest/data/databases.ts';
import { filteredPages, summaries } from './rest/figures/filters.ts';
import { growingHistory, growingRestaurants } from './rest/figures/growth.ts';
import { newPages, samePages, singleOrders } from './rest/figures/speed.ts';
import { type Setup, withSetup } from './rest/setup.ts';
import type { Scale } from './scale.ts';
import { startTimes } from './startup/startup.ts';
import { fanOut } from './stream/figures/fanout.ts';
import { heldStreams } from './stream/figures/hold.ts';
import { deliveryTime } from './stream/figures/latency.ts';
import { idleMemory } from './stream/figures/memory.ts';
import { NO_CORE, SERVER_CORE } from './support/cores.ts';
import { withPostgres } from './support/database.ts';
import { ENGINES, type EngineName } from './support/engines.ts';
import type { Figure, Findings } from './support/figure.ts';
import { isolation } from './webhooks/isolation.ts';
import { deliverySpeed } from './webhooks/speed.ts';

/** The arguments of a measurement. */
export interface Bench {
  engine: EngineName;
  scale: Scale;
  databases: Databases;
}
type Run = (bench: Bench) => Promise<Findings | Figure[]>;

const onNewDatabase =
  (run: (databaseUrl: string | null, scale: Scale) => ReturnType<Run>): Run =>
  ({ engine, scale }) =>
    engine === 'sqlite' ? run(null, scale) : withPostgres((url) => run(url, scale));

const onLoaded =
  (run: (setup: Setup) => ReturnType<Run>, core: number | typeof NO_CORE = SERVER_CORE): Run =>
  ({ engine, scale, databases }) =>
    withSetup(databases.of(engine), scale, run, core);

/** Seconds that a measurement may take on two cores; without a second number it takes too long for a quick run. */
type Seconds = [full: number, quick?: number];

/** `either`: the engine makes no difference. */
interface Entry extends Partial<Record<EngineName | 'either', Seconds>> {
  run: Run;
}

/** Areas whose measurements share databases that are loaded once. */
const LOADED_AREAS = ['startup', 'rest', 'export', 'clients'];
const LOAD_SECONDS = { full: 122, quick: 18 };

/** Every measurement, in order of execution: less than twenty minutes altogether, and less than two for the quick ones. */
const AREAS: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  ingest: {
    speed: { run: onNewDatabase(speed), sqlite: [15, 11], postgres: [23, 15] },
    spread: { run: onNewDatabase(spread), sqlite: [16], postgres: [30] },
  },
  startup: {
    start: { run: ({ databases }) => startTimes(databases.of('sqlite')), either: [14, 4] },
  },
  rest: {
    pages: { run: onLoaded(newPages), sqlite: [55, 19], postgres: [60, 23] },
    polled: { run: onLoaded(samePages), sqlite: [29, 9], postgres: [29, 9] },
    order: { run: onLoaded(singleOrders), sqlite: [16, 5], postgres: [21, 6] },
    filters: { run: onLoaded(filteredPages), sqlite: [21, 6], postgres: [32, 8] },
    summary: { run: onLoaded(summaries), sqlite: [5, 2], postgres: [5, 3] },
    // After the others, because it adds orders to their data.
    growth: { run: onLoaded(growingHistory), sqlite: [12], postgres: [21] },
    restaurants: { run: ({ scale }) => growingRestaurants(scale), sqlite: [30] },
  },
  export: {
    ndjson: { run: onLoaded(wholeHistory), sqlite: [13, 4], postgres: [45, 5] },
    neighbour: { run: onLoaded(neighbour, NO_CORE), sqlite: [20], postgres: [21] },
    files: { run: onLoaded(convertedFiles), sqlite: [48] },
    sync: { run: onLoaded(mirrorSpeed), sqlite: [42] },
  },
  clients: {
    listing: { run: onLoaded(listing), sqlite: [8, 4] },
  },
  stream: {
    fanout: { run: onNewDatabase(fanOut), either: [43, 19] },
    memory: { run: onNewDatabase(idleMemory), either: [39] },
    latency: { run: onNewDatabase(deliveryTime), sqlite: [40, 8], postgres: [42] },
    hold: { run: onNewDatabase(heldStreams), either: [41] },
  },
  webhooks: {
    speed: { run: onNewDatabase(deliverySpeed), sqlite: [26, 10], postgres: [46, 15] },
    isolation: { run: onNewDatabase(isolation), sqlite: [33], postgres: [36] },
  },
};

/** A measurement on one engine. */
export interface Measurement {
  area: string;
  name: string;
  engine: EngineName;
  /** The name of the engine; empty: it makes no difference. */
  label: string;
  seconds: number;
  run: Run;
}

export const AREA_NAMES = Object.keys(AREAS);
export const MEASUREMENT_NAMES = Object.values(AREAS).flatMap(Object.keys);

/** The choice on the command line; an empty list stands for all. */
export interface Wanted {
  quick: boolean;
  areas: readonly string[];
  only: readonly string[];
  engines: readonly string[];
}

/** The chosen measurements. Those that need the databases bring the loading along. */
export const choose = ({ quick, areas, only, engines }: Wanted): Measurement[] => {
  const isAsked = (list: readonly string[], name: string) =>
    list.length === 0 || list.includes(name);
  const chosen = Object.entries(AREAS).flatMap(([area, entries]) =>
    Object.entries(entries).flatMap(([name, { run, ...times }]) =>
      Object.entries(times).flatMap(([on, [full, short]]): Measurement[] => {
        const seconds = quick ? short : full;
        const isWanted = on === 'either' || isAsked(engines, on);
        if (seconds === undefined || !isWanted) return [];
        if (!isAsked(areas, area) || !isAsked(only, name)) return [];
        const engine = on === 'postgres' ? on : 'sqlite';
        const label = on === 'either' ? '' : ENGINES[engine];
        return [{ area, name, engine, label, seconds, run }];
      }),
    ),
  );
  const isLoaded = ({ area }: Measurement) => LOADED_AREAS.includes(area);
  const loaded = new Set(chosen.filter(isLoaded).map(({ engine }) => engine));
  if (loaded.size === 0) return chosen;
  const load: Measurement = {
    ...{ area: 'data', name: 'load', engine: 'sqlite', label: '' },
    seconds: quick ? LOAD_SECONDS.quick : LOAD_SECONDS.full,
    run: ({ databases }) => databases.load([...loaded]),
  };
  return chosen.toSpliced(chosen.findIndex(isLoaded), 0, load);
};
