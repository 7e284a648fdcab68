import type { Window } from './measure.ts';

/** A figure of an early window and of the last one. */
interface Compared {
  name: string;
  early: number;
  late: number;
  /** The maximum of the late figure. */
  most: number;
  unit: string;
}

/** Garbage collectors use the memory that they get: less growth than this is no leak. */
const MEMORY_RATIO_MAX = 1.3;
const MEMORY_MIB_SPARE = 48;
const COUNT_RATIO_MAX = 1.2;
const COUNT_SPARE = 16;
const PROCESSOR_RATIO_MAX = 1.3;
const PROCESSOR_MS_SPARE = 2;
const SIZE_RATIO_MAX = 1.25;
/**
 * Limits after the slowdown of a bare server is taken into account: a median follows the load of the machine, a
 * slowest hundredth even more.
 */
const P50_RATIO_MAX = 2;
const P99_RATIO_MAX = 3;
const TIME_MS_SPARE = 20;
/** Smaller tables are not compared. */
const ROWS_MIN = 1_000;

/**
 * Memory and handles of a process must not grow. Stored data may grow as fast as the log: bytes and rows are compared
 * per thousand events.
 */
export const compareWindows = (early: Window, late: Window): Compared[] => [
  {
    name: 'memory',
    early: early.memoryMib,
    late: late.memoryMib,
    unit: 'MiB',
    most: Math.max(early.memoryMib * MEMORY_RATIO_MAX, early.memoryMib + MEMORY_MIB_SPARE),
  },
  ...(['openFiles', 'sockets', 'sessions'] as const).map((field) => ({
    name: COUNTED[field],
    early: early[field],
    late: late[field],
    unit: '',
    most: Math.max(early[field] * COUNT_RATIO_MAX, early[field] + COUNT_SPARE),
  })),
  {
    name: 'processor',
    early: early.processorMs,
    late: late.processorMs,
    unit: 'ms / request',
    most: Math.max(early.processorMs * PROCESSOR_RATIO_MAX, early.processorMs + PROCESSOR_MS_SPARE),
  },
  ...(['commands', 'pages', 'exports'] as const).flatMap((kind) => [
    time(`${kind}, p50`, early.p50Ms[kind], late.p50Ms[kind], P50_RATIO_MAX * slower(early, late)),
    time(`${kind}, p99`, early.p99Ms[kind], late.p99Ms[kind], P99_RATIO_MAX * slower(early, late)),
  ]),
  {
    name: 'a bare server, p50',
    unit: 'ms',
    most: Number.POSITIVE_INFINITY,
    early: early.p50Ms.yardstick,
    late: late.p50Ms.yardstick,
  },
  sized('database', early.databaseMib, late.databaseMib, early, late, 'MiB / 1,000 events'),
  ...Object.entries(late.rows)
    .filter(([, rows]) => rows >= ROWS_MIN)
    .map(([table, rows]) =>
      sized(`rows of ${table}`, early.rows[table] ?? 0, rows, early, late, '/ 1,000 events'),
    ),
];

const COUNTED = { openFiles: 'open files', sockets: 'sockets', sessions: 'database sessions' };

/** The factor by which a bare server became slower, because the machine has more to do. */
const slower = (early: Window, late: Window): number =>
  Math.max(1, late.p50Ms.yardstick / Math.max(early.p50Ms.yardstick, Number.EPSILON));

const time = (name: string, early: number, late: number, ratio: number): Compared => ({
  name,
  early,
  late,
  unit: 'ms',
  most: Math.max(early * ratio, early + TIME_MS_SPARE),
});

const sized = (
  name: string,
  early: number,
  late: number,
  from: Window,
  to: Window,
  unit: string,
): Compared => {
  const [before, after] = [perThousand(early, from), perThousand(late, to)];
  return { name, early: before, late: after, most: before * SIZE_RATIO_MAX, unit };
};

const perThousand = (value: number, { rows }: Window): number =>
  (value / Math.max(1, rows['eventos'] ?? 0)) * 1_000;

export const grown = (compared: readonly Compared[]): string[] =>
  compared
    .filter(({ late, most }) => late > most)
    .map(
      ({ name, early, late, most, unit }) =>
        `${name} grew from ${text(early)} to ${text(late)} ${unit} (at most ${text(most)})`,
    );

/** Both windows side by side, for people. */
export const tableOf = (compared: readonly Compared[], heads: [string, string]): string => {
  const rows = compared.map(({ name, early, late, most, unit }) => [
    `${name}${unit === '' ? '' : ` (${unit})`}`,
    text(early),
    text(late),
    `≤ ${text(most)}`,
    late > most ? 'GREW' : 'ok',
  ]);
  const all = [['', ...heads, 'bound', ''], ...rows];
  const widths = [0, 1, 2, 3].map((i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const text = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 2 : 0 });
