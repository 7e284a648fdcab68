import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeMetrics } from '../../src/http/metrics/metrics.ts';

test('backups show their age and how the last one ended, from one query', async () => {
  const metrics = makeMetrics();
  assert.doesNotMatch(await metrics.text(), /^comanda_backup_age_seconds /m);
  let asked = 0;
  metrics.backups.follow({
    async lastBackup() {
      asked += 1;
      return { madeMs: 40_000, result: 'failed' };
    },
    nowMs: () => 100_000,
  });
  const text = await metrics.text();
  assert.match(text, /^comanda_backup_age_seconds 60$/m);
  for (const [result, value] of Object.entries({ made: 0, verified: 0, failed: 1 })) {
    assert.match(
      text,
      new RegExp(`^comanda_backup_last_result{result="${result}"} ${value}$`, 'm'),
    );
  }
  assert.equal(asked, 1);
});

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
