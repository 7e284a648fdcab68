import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { IngestObserver } from '../../ingest/observer.ts';
import type { TransactionObserver } from '../../storage/port/deps.ts';
import { makeBackupMetrics } from './backups.ts';
import { makeConditionMetrics } from './conditions.ts';
import { makeConnectionMetrics } from './connections.ts';
import { makeInstruments, QUICK_SECONDS } from './instruments.ts';
import { makeReplicaMetrics } from './replica.ts';
import { makeStreamMetrics } from './stream.ts';
import { makeWebhookMetrics } from './webhooks.ts';

/** Only the process above the workers knows it: `workerCounts` adds its figure. */
export const WORKERS_ENDED = 'comanda_workers_ended_total';
const CHORES = ['retention', 'aging'] as const;
const UNKNOWN_OP = 'desconocida';

/** The figures of one process, as they pass between processes. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;
/** Turns a reader of a process's own figures into a reader of the figures of all processes on its ports. */
export type ShareFigures = (own: () => Promise<Figures>) => () => Promise<Figures[]>;

export const makeMetrics = (shareFigures?: ShareFigures) => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const instruments = makeInstruments(register);
  const { counter, gauge, histogram } = instruments;

  const commands = counter(
    'comanda_commands_total',
    'Command lines answered, by operation and result (ok or the code of the refusal).',
    ['op', 'result'],
  );
  const requests = counter(
    'comanda_api_requests_total',
    'Requests to the public API, by route and status.',
    ['route', 'status'],
  );
  const panelRequests = counter(
    'comanda_panel_requests_total',
    'Requests of the panel, by route and status.',
    ['route', 'status'],
  );
  const commits = counter(
    'comanda_commits_total',
    'Transactions of order commands, by result (ok or failed).',
    ['result'],
    ['ok', 'failed'],
  );
  const seconds = histogram(
    'comanda_commit_seconds',
    'Time that a transaction of order commands took until it was on disk.',
    QUICK_SECONDS,
  );
  const waits = {
    turn: histogram(
      'comanda_commit_turn_seconds',
      'Time that order commands waited for their transaction to begin, the longest of each transaction.',
      QUICK_SECONDS,
    ),
    connection: histogram(
      'comanda_commit_connection_seconds',
      'Time that a transaction of order commands then waited for a connection to PostgreSQL.',
      QUICK_SECONDS,
    ),
  };
  const notified = histogram(
    'comanda_notify_seconds',
    'Time from a commit until the other processes on PostgreSQL were told of it.',
    QUICK_SECONDS,
  );
  const size = histogram(
    'comanda_commit_commands',
    'Commands that share a transaction.',
    [1, 2, 5, 10, 20, 50, 100, 200, 500],
  );
  counter(WORKERS_ENDED, 'Workers that ended by themselves, of a service with several.');
  const chores = counter(
    'comanda_chore_failures_total',
    'Passes of a chore that failed: retention deletes old events, aging forgets old customers and audit entries.',
    ['chore'],
    CHORES,
  );
  const runs = gauge('comanda_command_requests_open', 'Requests to /commands that are open.');

  const transactions: TransactionObserver = {
    waited: (forWhat, duration) => waits[forWhat].observe(duration),
    committed(commands, duration) {
      commits.inc({ result: 'ok' });
      size.observe(commands);
      seconds.observe(duration);
    },
    failed: () => commits.inc({ result: 'failed' }),
    notified: (duration) => notified.observe(duration),
  };
  const commandAnswered: IngestObserver['answered'] = (op, result) =>
    commands.inc({ op: op ?? UNKNOWN_OP, result });

  const readAll = shareFigures?.(() => register.getMetricsAsJSON());
  /** Prometheus asks the port, not a process: whichever process answers, it gives the figures of all. */
  const text = async (): Promise<string> =>
    readAll === undefined
      ? register.metrics()
      : AggregatorRegistry.aggregate(await readAll()).metrics();

  return {
    transactions,
    commandAnswered,
    runs: { opened: () => runs.inc(), closed: () => runs.dec() },
    /** Counts by route, never by address. */
    apiAnswered: (route: string, status: number) => requests.inc({ route, status }),
    panelAnswered: (route: string, status: number) => panelRequests.inc({ route, status }),
    connections: makeConnectionMetrics(instruments),
    stream: makeStreamMetrics(instruments),
    replica: makeReplicaMetrics(instruments),
    conditions: makeConditionMetrics(register),
    backups: makeBackupMetrics(register),
    choreFailed: (chore: (typeof CHORES)[number]) => chores.inc({ chore }),
    webhooks: makeWebhookMetrics(instruments),
    contentType: register.contentType,
    text,
  };
};

export type Metrics = ReturnType<typeof makeMetrics>;
