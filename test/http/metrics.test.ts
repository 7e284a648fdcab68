import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeMetrics } from '../../src/http/metrics/metrics.ts';

test('each reading of the metrics queries the database once, and its figures are current', async () => {
  const metrics = makeMetrics();
  let [asked, entregas] = [0, 3];
  metrics.webhooks.follow({
    async owed() {
      asked += 1;
      return { entregas, oldestMs: 100_000 - 1_000 * entregas };
    },
    load: () => ({ attempts: 0, lanes: 0 }),
    nowMs: () => 100_000,
  });
  for (entregas of [3, 8]) {
    const text = await metrics.text();
    assert.match(text, new RegExp(`^comanda_webhook_owed ${entregas}$`, 'm'));
    assert.match(text, new RegExp(`^comanda_webhook_oldest_owed_seconds ${entregas}$`, 'm'));
  }
  assert.equal(asked, 2);
});
