import { readFileSync, writeFileSync } from 'node:fs';
import type { Cost, Costs, EngineCosts } from '../../src/capacity/costs.ts';
import type { Load } from '../../src/capacity/model.ts';
import { PRICES, reportFor } from '../../src/capacity/report.ts';

const SIZES = [10, 100, 1_000, 10_000];
/** The defaults of `comanda capacity`. */
const LOAD: Omit<Load, 'restaurants'> = {
  ...{ ordersPerDay: 40, peak: 8, streams: 1, webhooks: 1 },
  ...{ readers: 1, feeds: 0, pollSeconds: 10, eventDays: 30, years: 1 },
};
const DATABASES = { sqlite: 'SQLite', postgresql: 'PostgreSQL', citus: 'Citus' } as const;

const WORDS = {
  en: {
    file: 'capacity.md',
    heads: [
      'restaurants',
      'database',
      'processes',
      'cores',
      'memory, GiB',
      'disk, GiB',
      '$ a month',
    ],
    limits: (sqlite: string, postgresql: string, next: string) =>
      `Of these restaurants, SQLite carries ${sqlite} and one PostgreSQL ${postgresql}. At 1,000, one more costs ${next} $ a month.`,
  },
  es: {
    file: 'capacidad.md',
    heads: [
      'restaurantes',
      'base de datos',
      'procesos',
      'núcleos',
      'memoria, GiB',
      'disco, GiB',
      '$ al mes',
    ],
    limits: (sqlite: string, postgresql: string, next: string) =>
      `De estos restaurantes caben ${sqlite} en SQLite y ${postgresql} en un PostgreSQL. Con 1.000, uno más cuesta ${next} $ al mes.`,
  },
} as const;
type Lang = keyof typeof WORDS;

/** Fills the guides with what the costs predict. */
export const fillGuides = (costs: Costs): void => {
  for (const lang of Object.keys(WORDS) as Lang[]) {
    const url = new URL(`../../docs/guides/${WORDS[lang].file}`, import.meta.url);
    writeFileSync(url, fillGuide(readFileSync(url, 'utf8'), lang, costs));
  }
};

const fillGuide = (guide: string, lang: Lang, costs: Costs): string => {
  const number = (value: number, digits = 0): string =>
    value.toLocaleString(lang, { maximumFractionDigits: digits, useGrouping: 'always' });
  const reports = SIZES.map((restaurants) =>
    reportFor({ ...LOAD, restaurants }, {}, PRICES, costs),
  );
  const {
    restaurants_max: most,
    next_restaurant: next,
    workers,
  } = reports[2] as (typeof reports)[0];
  const sizes = reports.map(({ load, plan }) => {
    if (plan === null) throw new Error('nothing carries that');
    const { machine } = plan;
    return [
      number(load.restaurants),
      DATABASES[plan.database],
      ...[plan.processes, machine.cores, machine.memory_gib, machine.disk_gib].map((n) =>
        number(n),
      ),
      number(plan.monthly_usd),
    ];
  });
  const parts: Record<string, string> = {
    table: tableOf([WORDS[lang].heads, ...sizes]),
    limits: WORDS[lang].limits(
      number(most.sqlite),
      number(most.postgresql),
      number(next?.monthly_usd ?? 0, 3),
    ),
    workers: tableOf([
      [
        'processes',
        'commands a second',
        'cores of PostgreSQL',
        'new pages a second',
        'cores of PostgreSQL',
      ],
      ...workers.map((each) => [
        String(each.processes),
        number(each.commands_per_second),
        number(each.commands_database_cores, 1),
        number(each.pages_per_second),
        number(each.pages_database_cores, 1),
      ]),
    ]),
    costs: costTable(costs),
  };
  return Object.entries(parts).reduce(fillPart, guide);
};

const fillPart = (guide: string, [name, text]: [string, string]): string => {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = guide.split(begin);
  const after = rest?.split(end)[1];
  return after === undefined ? guide : `${before}${begin}\n${text}\n${end}${after}`;
};

const KINDS: readonly (readonly [label: string, of: (costs: EngineCosts) => Cost])[] = [
  ['a second of an idle process', ({ idle }) => idle],
  ['a turn', ({ turn }) => turn],
  ['a command in it', ({ command }) => command],
  ['an event to a stream', ({ streamEvent }) => streamEvent],
  ['a delivery to a webhook', ({ delivery }) => delivery],
  ['a new page', ({ page }) => page],
  ['a page that has not changed', ({ samePage }) => samePage],
  ['a look at `/eventos`', ({ feed }) => feed],
  ['a turn of another process', ({ processTurn }) => processTurn],
];

const costTable = ({ sqlite, postgres, measured }: Costs): string => {
  const micros = (value: number): string => `${Math.round(value)} µs`;
  const rows = KINDS.map(([label, of]) => [
    label,
    micros(of(sqlite).service),
    micros(of(postgres).service),
    micros(of(postgres).database),
  ]);
  const sizes = (label: string, of: (costs: EngineCosts) => string) => [
    ...[label, of(sqlite), of(postgres)],
    '',
  ];
  const table = tableOf([
    ['processor time', 'SQLite', 'PostgreSQL: the service', 'PostgreSQL: its own'],
    ...rows,
    sizes('memory of a process', ({ memoryMib }) => `${memoryMib} MiB`),
    sizes('disk for an order and its history', ({ disk }) => `${disk.order} bytes`),
    sizes('disk for an event', ({ disk }) => `${disk.event} bytes`),
  ]);
  return `${table}\n\nMeasured on ${measured.date} at commit ${measured.commit}: ${measured.machine}.`;
};

const tableOf = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
