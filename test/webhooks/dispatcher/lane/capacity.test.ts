import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HEALTHY } from '../../../../src/domain/webhooks/lane-health.ts';
import { capacityOf, inMemoryMax } from '../../../../src/webhooks/dispatcher/lane/capacity.ts';
import { holdLane } from '../../../../src/webhooks/dispatcher/lane/state.ts';
import { LIMITS } from '../../../../src/webhooks/dispatcher/limits.ts';
import { sampleWebhook } from '../../../storage/conformance/hooks.ts';
import { NOW_MS } from '../../../support/samples.ts';

/** A lane with this maximum of attempts in flight; null: its endpoint is unproven. */
const laneWith = (attemptsMax: number | null) => {
  const webhook = sampleWebhook({ ultimaEntregaMs: attemptsMax === null ? null : NOW_MS });
  const lane = holdLane(
    { webhook, fence: 1, cursor: 0, windowEnd: 0, recoveryEnd: 0, salud: HEALTHY },
    0,
    LIMITS,
    0,
  );
  lane.endpoint.attemptsMax = attemptsMax ?? 1;
  return lane;
};
const among = (lanes: number) => ({ limits: LIMITS, lanes });

describe('the window of a lane', () => {
  test('grows with what its endpoint takes at once', () => {
    assert.equal(inMemoryMax(laneWith(1), among(1)), LIMITS.windowPerAttempt);
    assert.equal(inMemoryMax(laneWith(16), among(1)), 16 * LIMITS.windowPerAttempt);
  });

  test('is small until the endpoint has accepted something, however many lanes there are', () => {
    assert.equal(inMemoryMax(laneWith(null), among(1)), LIMITS.unprovenWindow);
    assert.equal(inMemoryMax(laneWith(null), among(100_000)), LIMITS.unprovenWindow);
  });

  test('is a share of the memory for all lanes, and never zero', () => {
    for (const lanes of [1, 10, 64, 65, 500, 1_000, 16_384, 100_000]) {
      const share = inMemoryMax(laneWith(16), among(lanes));
      assert.ok(share >= 1);
      assert.ok((share - 1) * lanes < LIMITS.inMemory, `${share} each for ${lanes} lanes`);
    }
  });

  test('leaves no capacity when there are suddenly more lanes, and some again with fewer', () => {
    const lane = laneWith(16);
    for (let secuencia = 1; secuencia <= 100; secuencia += 1) {
      lane.deliveries.unsettled.add(secuencia);
    }
    const at = { nowMs: NOW_MS, monotonicMs: 0 };
    assert.equal(capacityOf(lane, at, among(1)).total, 156);
    assert.equal(capacityOf(lane, at, among(1_000)).total, 0);
  });
});
