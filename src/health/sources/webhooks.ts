import { webhookSignals } from '../../domain/health/webhooks.ts';
import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts';
import type { HealthStore } from '../../storage/port/notices/health.ts';
import type { Source } from '../source.ts';

/** Deliveries owed are asked for once in a while; webhooks that fail are looked at every second. */
const ALL_MS = MINUTE_MS;

export const makeWebhookSource = (store: Pick<HealthStore, 'webhooks'>): Source => {
  let allMs = 0;
  return {
    tipos: ['webhook_fallando', 'webhook_desactivado'],
    everyMs: SECOND_MS,
    async signals(nowMs, open) {
      const isAll = Math.abs(nowMs - allMs) >= ALL_MS;
      const ids = open.map(({ objeto }) => objeto);
      const webhooks = await store.webhooks(ids, isAll);
      if (isAll) allMs = nowMs;
      const failing = new Set(
        open.filter(({ tipo }) => tipo === 'webhook_fallando').map(({ objeto }) => objeto),
      );
      return webhookSignals(webhooks, nowMs, (id) => failing.has(id));
    },
  };
};
