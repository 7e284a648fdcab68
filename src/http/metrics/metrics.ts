import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { IngestObserver } from '../../ingest/observer.ts';
import type { ReplicaObserver, TransactionObserver } from '../../storage/port/deps.ts';
import type { StreamObserver } from '../../stream/hub.ts';
import { makeReplicaMetrics } from './replica.ts';
import { makeStreamMetrics } from './stream.ts';
import { makeWebhookMetrics, type WebhookMetrics } from './webhooks.ts';

const UNKNOWN_OP = 'desconocida';

export interface Metrics {
  transactions: TransactionObserver;
  /** A command line was answered. */
  commandAnswered: IngestObserver['answered'];
  /** Requests to `/commands` that are open now. */
  runs: { opened(): void; closed(): void };
  /** A request to the public API, by its route and not by its address. */
  answered(route: string, status: number): void;
  /** A request of the panel. */
  panel(route: string, status: number): void;
  stream: StreamObserver;
  replica: ReplicaObserver;
  webhooks: WebhookMetrics;
  contentType: string;
  text(): Promise<string>;
}

export const makeMetrics = (): Metrics => {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  const commands = countBy(register, {
    name: 'comanda_commands_total',
    help: 'Command lines answered, by operation and result (ok or the code of the refusal).',
    labelNames: ['op', 'result'],
  });
  const requests = countBy(register, {
    name: 'comanda_api_requests_total',
    help: 'Requests to the public API, by route and status.',
    labelNames: ['route', 'status'],
  });
  const panelRequests = countBy(register, {
    name: 'comanda_panel_requests_total',
    help: 'Requests of the panel, by route and status.',
    labelNames: ['route', 'status'],
  });
  const commits = new Counter({
    name: 'comanda_commits_total',
    help: 'Transactions of order commands, by result (ok or failed).',
    labelNames: ['result'],
    registers,
  });
  const seconds = new Histogram({
    name: 'comanda_commit_seconds',
    help: 'Time that a transaction of order commands took until it was on disk.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
    registers,
  });
  const size = new Histogram({
    name: 'comanda_commit_commands',
    help: 'Commands that share a transaction.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  });
  const runs = new Gauge({
    name: 'comanda_command_requests_open',
    help: 'Requests to /commands that are open.',
    registers,
  });
  commits.inc({ result: 'ok' }, 0);
  commits.inc({ result: 'failed' }, 0);

  return {
    transactions: {
      committed(commands, duration) {
        commits.inc({ result: 'ok' });
        size.observe(commands);
        seconds.observe(duration);
      },
      failed: () => commits.inc({ result: 'failed' }),
    },
    commandAnswered: (op, result) => commands(op ?? UNKNOWN_OP, result),
    runs: { opened: () => runs.inc(), closed: () => runs.dec() },
    answered: (route, status) => requests(route, String(status)),
    panel: (route, status) => panelRequests(route, String(status)),
    stream: makeStreamMetrics(register),
    replica: makeReplicaMetrics(register),
    webhooks: makeWebhookMetrics(register),
    contentType: register.contentType,
    text: () => register.metrics(),
  };
};

/**
 * A counter with two labels that costs a map lookup where it counts: the library's own takes longer
 * than storing a command may. It is filled in when somebody reads it.
 */
const countBy = (
  register: Registry,
  options: { name: string; help: string; labelNames: [string, string] },
) => {
  const counts = new Map<string, Map<string, number>>();
  const [first, second] = options.labelNames;
  new Counter({
    ...options,
    registers: [register],
    collect() {
      this.reset();
      for (const [a, row] of counts) {
        for (const [b, count] of row) this.inc({ [first]: a, [second]: b }, count);
      }
    },
  });
  return (a: string, b: string): void => {
    const row = counts.getOrInsertComputed(a, () => new Map<string, number>());
    row.set(b, (row.get(b) ?? 0) + 1);
  };
};
