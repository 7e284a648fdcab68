import { grouped, plural, table } from '@comanda/command-line';
import type { Report } from '../../../capacity/report.ts';

const DATABASES = {
  sqlite: 'SQLite, in the process',
  postgresql: 'one PostgreSQL',
  citus: 'Citus',
} as const;

/** The answer in lines for a terminal. */
export const describeReport = (report: Report): string[] => [
  headline(report),
  '',
  ...(report.plan === null ? [noPlan(report)] : planLines(report, report.plan)),
  '',
  ...table([
    ['processes', 'commands/s', 'database cores', 'pages/s', 'database cores'],
    ...report.workers.map((each) => [
      String(each.processes),
      grouped(each.commands_per_second),
      grouped(each.commands_database_cores),
      grouped(each.pages_per_second),
      grouped(each.pages_database_cores),
    ]),
  ]),
  'Each process on PostgreSQL at half of a core: commands alone, or new pages alone.',
  '',
  source(report),
];

const headline = ({ load, peak_per_second: peak }: Report): string => {
  const each = [
    `${grouped(load.orders_per_day)} orders a day`,
    plural(load.streams, 'stream'),
    plural(load.webhooks, 'webhook'),
    `${plural(load.readers, 'reader')} of pages`,
    `${plural(load.feeds, 'reader')} of changes`,
  ];
  return (
    `${plural(load.restaurants, 'restaurant')}, each with ${each.join(', ')}.\n` +
    `At dinner (${load.peak} times the mean), a second: ${grouped(peak.commands)} commands, ` +
    `${grouped(peak.stream_events)} events to streams, ${grouped(peak.deliveries)} deliveries, ` +
    `${grouped(peak.pages)} pages, ${grouped(peak.feeds)} looks at changes.`
  );
};

const planLines = ({ load, restaurants_max: most, next_restaurant: next }: Report, plan: Plan) => {
  const { machine, busy_cores: busy, memory_mib: memory, disk_gib: disk } = plan;
  const nodes = plan.database_nodes > 1 ? `, ${plan.database_nodes} servers` : '';
  return table([
    ['Database', `${DATABASES[plan.database]}${nodes}`],
    ['Processes', String(plan.processes)],
    [
      'Cores',
      `${machine.cores} (busy at dinner: ${busy.service} in the service, ${busy.database} in PostgreSQL)`,
    ],
    [
      'Memory',
      `${machine.memory_gib} GiB (${grouped(memory.processes)} MiB in processes, ${grouped(memory.database)} MiB for the database)`,
    ],
    [
      'Disk',
      `${grouped(machine.disk_gib)} GiB (${grouped(disk.orders)} GiB of orders in ${plural(load.years, 'year')}, ${grouped(disk.events)} GiB of events)`,
    ],
    ['A month', `${usd(plan.monthly_usd)}`],
    ['One more restaurant', next === null ? '' : `${usd(next.monthly_usd)} a month`],
    ['SQLite carries', `${grouped(most.sqlite)} such restaurants`],
    ['One PostgreSQL', `${grouped(most.postgresql)} such restaurants`],
  ]);
};
type Plan = NonNullable<Report['plan']>;

const noPlan = ({ restaurants_max: most }: Report): string =>
  `No such installation carries that: SQLite carries ${grouped(most.sqlite)} of these restaurants, ` +
  `one PostgreSQL ${grouped(most.postgresql)}. Use more processes, or several installations.`;

const usd = (value: number): string => `$${value.toFixed(value < 1 ? 3 : 0)}`;

const source = ({ costs }: Report): string =>
  `Predicted from costs measured on ${costs.measured.date} at commit ${costs.measured.commit}: ${costs.measured.machine}.`;
