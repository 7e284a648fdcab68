import type { DispatchObserver } from '../../webhooks/dispatcher/dispatcher.ts';
import type { Instruments } from './instruments.ts';

interface SenderSource {
  owed(): Promise<{ entregas: number; oldestMs: number | null }>;
  load(): { attempts: number; lanes: number };
  nowMs(): number;
}

interface WebhookMetrics extends DispatchObserver {
  follow(source: SenderSource): void;
}

const NOTHING_OWED = { entregas: 0, oldestMs: null };

export const makeWebhookMetrics = ({ counter, gauge, histogram }: Instruments): WebhookMetrics => {
  let source: SenderSource | null = null;
  let known: Awaited<ReturnType<SenderSource['owed']>> = NOTHING_OWED;
  let asking: ReturnType<SenderSource['owed']> | null = null;

  /** Gauges that are read together share one query. Each asks by itself: one that another sets would be a reading late. */
  const ask = () => {
    if (source === null) return known;
    asking ??= source
      .owed()
      // While the database, or one of its nodes, does not answer, what was owed before grows older.
      .catch(() => known)
      .then((found) => {
        known = found;
        return found;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  const attempts = counter(
    'comanda_webhook_attempts_total',
    'Attempts of this process, by what they came to (success, failure, pause, gone, ours) and kind (fresh, retry, resend).',
    ['result', 'kind'],
  );
  const seconds = histogram(
    'comanda_webhook_attempt_seconds',
    'How long attempts of this process took.',
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  );
  const latency = histogram(
    'comanda_webhook_latency_seconds',
    'From the commit of an event to the end of a first attempt that succeeded.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
  );
  gauge('comanda_webhook_attempts_running', 'Attempts of this process that are under way.', {
    read: () => source?.load().attempts ?? 0,
  });
  gauge('comanda_webhook_lanes_held', 'Webhooks that this process is sending to now.', {
    read: () => source?.load().lanes ?? 0,
  });
  gauge(
    'comanda_webhook_oldest_owed_seconds',
    'Age of the oldest event that an active webhook is owed, of all processes; 0 when none is.',
    {
      aggregator: 'max',
      async read() {
        const { oldestMs } = await ask();
        return oldestMs === null ? 0 : Math.max(0, (source?.nowMs() ?? 0) - oldestMs) / 1_000;
      },
    },
  );
  gauge(
    'comanda_webhook_owed',
    'Deliveries that active webhooks are owed, of all processes; events that are not begun yet are counted before the filter by type.',
    { aggregator: 'max', read: async () => (await ask()).entregas },
  );

  return {
    attempted(result, kind, durationMs) {
      attempts.inc({ result, kind });
      seconds.observe(durationMs / 1_000);
    },
    delivered: (latencyMs) => latency.observe(latencyMs / 1_000),
    follow(followed) {
      source = followed;
    },
  };
};
