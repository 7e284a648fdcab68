import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HEALTHY } from '../../../src/domain/webhooks/lane-health.ts';
import { makeBucket } from '../../../src/webhooks/dispatcher/bucket.ts';
import { holdLane } from '../../../src/webhooks/dispatcher/lane.ts';
import { LIMITS } from '../../../src/webhooks/dispatcher/limits.ts';
import { roomOf, windowOf } from '../../../src/webhooks/dispatcher/room.ts';
import { NOW_MS } from '../../support/samples.ts';

const webhook = {
  ...{ id: 'wh_1', restauranteId: 'rest_1', url: 'https://example.com/', nombre: null },
  ...{ eventos: ['*' as const], secreto: new Uint8Array(), activo: true, motivo: null },
  creadoMs: NOW_MS,
};

/** A lane that may have this many attempts under way; null: it has not proved itself. */
const laneWith = (limit: number | null) => {
  const ultimaEntregaMs = limit === null ? null : NOW_MS;
  const buckets = {
    catchUp: makeBucket(LIMITS.catchUpPerSecond, () => 0),
    resendRate: makeBucket(LIMITS.resendsPerSecond, () => 0),
  };
  const lane = holdLane(
    {
      ...{ webhook: { ...webhook, ultimaEntregaMs }, turno: 1, cursor: 0, hasta: 0 },
      ...{ recuperaHasta: 0, salud: HEALTHY },
    },
    buckets,
  );
  lane.limit = limit ?? 1;
  return lane;
};

describe('what a lane may have in memory', () => {
  test('grows with what its endpoint takes at once', () => {
    assert.equal(windowOf(laneWith(1), LIMITS, 1), LIMITS.windowPerSlot);
    assert.equal(windowOf(laneWith(16), LIMITS, 1), 16 * LIMITS.windowPerSlot);
  });

  test('is little until the endpoint has proved itself, however many lanes there are', () => {
    assert.equal(windowOf(laneWith(null), LIMITS, 1), LIMITS.unprovenWindow);
    assert.equal(windowOf(laneWith(null), LIMITS, 100_000), LIMITS.unprovenWindow);
  });

  test('is a share of what all may have, and never nothing', () => {
    for (const lanes of [1, 10, 64, 65, 500, 1_000, 16_384, 100_000]) {
      const share = windowOf(laneWith(16), LIMITS, lanes);
      assert.ok(share >= 1);
      assert.ok((share - 1) * lanes < LIMITS.windows, `${share} each for ${lanes} lanes`);
    }
  });

  test('leaves no room when there are suddenly more lanes, and room again when there are fewer', () => {
    const lane = laneWith(16);
    for (let secuencia = 1; secuencia <= 100; secuencia += 1) lane.open.add(secuencia);
    assert.equal(roomOf(lane, LIMITS, 1, NOW_MS).total, 156);
    assert.equal(roomOf(lane, LIMITS, 1_000, NOW_MS).total, 0);
  });
});
