import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DispatchObserver } from '../../webhooks/dispatcher/dispatcher.ts';

/** What is asked when somebody reads the metrics. */
export interface SenderSource {
  owed(): Promise<{ entregas: number; oldestMs: number | null }>;
  load(): { attempts: number; lanes: number };
  nowMs(): number;
}

export interface WebhookMetrics extends DispatchObserver {
  follow(source: SenderSource): void;
}

export const makeWebhookMetrics = (register: Registry): WebhookMetrics => {
  const registers = [register];
  let source: SenderSource | null = null;
  let asking: Promise<{ nowMs: number; entregas: number; oldestMs: number | null }> | null = null;

  /** Once for all figures of a reading: a figure set by another's question would be a reading late. */
  const ask = async () => {
    if (source === null) return null;
    const { owed, nowMs } = source;
    // A database that does not answer must not take the other figures with it.
    asking ??= owed()
      .catch(() => ({ entregas: Number.NaN, oldestMs: null }))
      .then((figures) => ({ ...figures, nowMs: nowMs() }))
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  const attempts = new Counter({
    name: 'comanda_webhook_attempts_total',
    help: 'Attempts of this process, by what they came to (success, failure, pause, gone, ours) and kind (fresh, retry, resend).',
    labelNames: ['result', 'kind'],
    registers,
  });
  const seconds = new Histogram({
    name: 'comanda_webhook_attempt_seconds',
    help: 'How long attempts of this process took.',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const latency = new Histogram({
    name: 'comanda_webhook_latency_seconds',
    help: 'From the commit of an event to the end of a first attempt that succeeded.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
    registers,
  });
  const underWay = new Gauge({
    name: 'comanda_webhook_attempts_running',
    help: 'Attempts of this process that are under way.',
    registers,
    collect() {
      this.set(source?.load().attempts ?? 0);
    },
  });
  const lanes = new Gauge({
    name: 'comanda_webhook_lanes_held',
    help: 'Webhooks that this process is sending to now.',
    registers,
    collect() {
      this.set(source?.load().lanes ?? 0);
    },
  });
  const oldest = new Gauge({
    name: 'comanda_webhook_oldest_owed_seconds',
    help: 'Age of the oldest event that an active webhook is owed, of all processes; 0 when none is.',
    registers,
    async collect() {
      const figures = await ask();
      if (figures === null) return;
      const { nowMs, oldestMs } = figures;
      this.set(oldestMs === null ? 0 : Math.max(0, nowMs - oldestMs) / 1_000);
    },
  });
  const owed = new Gauge({
    name: 'comanda_webhook_owed',
    help: 'Deliveries that active webhooks are owed, of all processes; events that are not begun yet are counted before the filter by type.',
    registers,
    async collect() {
      const figures = await ask();
      if (figures !== null) this.set(figures.entregas);
    },
  });
  for (const gauge of [underWay, lanes, owed, oldest]) gauge.set(0);

  return {
    attempted(result, kind, duration) {
      attempts.inc({ result, kind });
      seconds.observe(duration);
    },
    delivered: (latencySeconds) => latency.observe(latencySeconds),
    follow(followed) {
      source = followed;
    },
  };
};
