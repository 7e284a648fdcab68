import type { Costs, EngineName } from './costs.ts';
import { coresFor, type Load, type Needs, needsOf, type Rates, ratesOf, SILENCE } from './model.ts';

/** A process or a database that is busier than this answers bursts late: its p99 leaves that of an idle one. */
export const BUSY_MAX = 0.5;
/** Beyond these, copying, vacuuming and restoring take too long, whatever the rate is. */
const DISK_GIB_MAX = { sqlite: 500, postgres: 4_000 } as const satisfies Record<EngineName, number>;
/** Cores of the largest usual machine for one PostgreSQL. */
const DATABASE_CORES_MAX = 32;
const PROCESSES_MAX = 64;
/** A process needs another core now and then: for the flush, exports, the compiler. */
const CORES_MIN = 2;
const COUNT_MAX = 100_000_000;

export type DatabaseKind = 'sqlite' | 'postgresql' | 'citus';

/** An installation that carries a load. */
export interface Plan extends Needs {
  database: DatabaseKind;
  processes: number;
  /** Servers of PostgreSQL; none with SQLite. */
  databaseNodes: number;
  /** Together, for all machines. */
  machine: { cores: number; memoryGib: number; diskGib: number };
}

export interface Wishes {
  /** Processes on PostgreSQL, whether or not they are needed. */
  workers?: number | undefined;
  engine?: EngineName | undefined;
}

/** The smallest installation that carries the load; null: no number of processes on one database does. */
export const planFor = (load: Load, costs: Costs, wishes: Wishes = {}): Plan | null => {
  const wanted = wishes.engine ?? (wishes.workers === undefined ? null : 'postgres');
  const sqlite = wanted === 'postgres' ? null : onSqlite(load, costs);
  return sqlite ?? (wanted === 'sqlite' ? null : onPostgres(load, costs, wishes.workers));
};

const onSqlite = (load: Load, costs: Costs): Plan | null => {
  const needs = needsOf(load, 'sqlite', costs, 1);
  if (needs.cores.service > BUSY_MAX || diskOf(needs) > DISK_GIB_MAX.sqlite) return null;
  return toPlan('sqlite', needs, 1, 0);
};

const onPostgres = (load: Load, costs: Costs, workers?: number): Plan | null => {
  const processes = workers ?? processesFor(load, costs);
  if (processes === null) return null;
  const needs = needsOf(load, 'postgres', costs, processes);
  if (needs.cores.service > processes * BUSY_MAX) return null;
  const nodes = Math.max(
    Math.ceil(needs.cores.database / BUSY_MAX / DATABASE_CORES_MAX),
    Math.ceil(diskOf(needs) / DISK_GIB_MAX.postgres),
    1,
  );
  return toPlan(nodes > 1 ? 'citus' : 'postgresql', needs, processes, nodes);
};

/** The fewest processes of which each stays below half of a core. */
const processesFor = (load: Load, costs: Costs): number | null => {
  const rates = ratesOf(load);
  for (let processes = 1; processes <= PROCESSES_MAX; processes += 1) {
    const { service } = coresFor(rates, costs.postgres, processes);
    if (service <= processes * BUSY_MAX) return processes;
  }
  return null;
};

const toPlan = (
  database: DatabaseKind,
  needs: Needs,
  processes: number,
  databaseNodes: number,
): Plan => {
  const databaseCores =
    databaseNodes === 0 ? 0 : Math.max(databaseNodes, Math.ceil(needs.cores.database / BUSY_MAX));
  const memoryMib = needs.memoryMib.processes + needs.memoryMib.database;
  return {
    ...needs,
    database,
    processes,
    databaseNodes,
    machine: {
      cores: Math.max(CORES_MIN, processes + databaseCores),
      memoryGib: Math.max(1, Math.ceil(memoryMib / 1_024)),
      diskGib: Math.max(10, Math.ceil(diskOf(needs) * SPARE_DISK)),
    },
  };
};

/** Room for backups under way, vacuum and the write-ahead log. */
export const SPARE_DISK = 1.5;
export const diskOf = ({ diskGib }: Needs): number => diskGib.orders + diskGib.events;

/** The most restaurants of the same kind that each database carries. */
export const restaurantsMax = (load: Load, costs: Costs) => {
  const isOn = (engine: EngineName, database: DatabaseKind) => (restaurants: number) =>
    planFor({ ...load, restaurants }, costs, { engine })?.database === database;
  return {
    sqlite: most(isOn('sqlite', 'sqlite')),
    postgresql: most(isOn('postgres', 'postgresql')),
  };
};

/** The most that some processes on one PostgreSQL carry, each at half of a core: commands alone, and new pages alone. */
export const speedOf = (processes: number, { postgres }: Costs) => {
  const fastest = (kind: 'commands' | 'pages') => {
    const coresOf = (rate: number) => {
      const rates: Rates = { ...SILENCE, [kind]: rate };
      return coresFor(rates, postgres, processes);
    };
    const perSecond = most((rate) => coresOf(rate).service <= processes * BUSY_MAX);
    return { perSecond, databaseCores: coresOf(perSecond).database };
  };
  return { processes, commands: fastest('commands'), pages: fastest('pages') };
};

/** The greatest number that fits, where every smaller one does. */
const most = (fits: (count: number) => boolean): number => {
  let [least, beyond] = [0, COUNT_MAX];
  while (beyond - least > 1) {
    const middle = Math.floor((least + beyond) / 2);
    if (fits(middle)) least = middle;
    else beyond = middle;
  }
  return least;
};
