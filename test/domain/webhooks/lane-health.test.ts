import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { IMPORTADO, TIPOS_EVENTO } from '../../../src/contract/recursos/evento.ts';
import { readableTypes, subscribedTypes } from '../../../src/domain/suscripciones.ts';
import {
  afterFailure,
  afterPause,
  afterSuccess,
  BREAKER_FAILURES,
  HEALTHY,
  HOPELESS_MS,
  isBroken,
  isHopeless,
  isOldNews,
  PROVING,
  type Salud,
} from '../../../src/domain/webhooks/lane-health.ts';
import { forEvery } from '../../support/values/properties.ts';

const NOW_MS = 1_800_000_000_000;
const none = 0;

describe('the health of an endpoint', () => {
  test('some failures in a row open the breaker, one success closes it', () => {
    let salud: Salud = HEALTHY;
    for (let i = 1; i < BREAKER_FAILURES; i += 1) {
      salud = afterFailure(salud, NOW_MS + i, none);
      assert.equal(isBroken(salud), false);
    }
    salud = afterFailure(salud, NOW_MS + 9, none);
    assert.equal(isBroken(salud), true);
    assert.equal(salud.failingSinceMs, NOW_MS + 1);
    assert.deepEqual(afterSuccess(salud), HEALTHY);
  });

  test('an attempt in flight when the breaker opened does not count; a failed probe does', () => {
    const failed = { ...HEALTHY, fallosSeguidos: BREAKER_FAILURES - 1 };
    assert.equal(isOldNews(failed, NOW_MS), false);
    const opened = afterFailure(failed, NOW_MS, none);
    assert.equal(isOldNews(opened, NOW_MS - 1), true);
    assert.equal(isOldNews(opened, opened.probeMs), false);
    assert.equal(isOldNews(PROVING, NOW_MS), false);
  });

  test('a webhook that is turned on again gets a probe at once', () => {
    assert.equal(isBroken(PROVING), true);
    assert.equal(PROVING.probeMs, 0);
  });

  test('probes back off, from at least 30 seconds to at most six minutes', () => {
    forEvery(
      100,
      fc.tuple(
        fc.integer({ min: 0, max: 2_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      ),
      ([failures, random]) => {
        const salud = afterFailure({ ...HEALTHY, fallosSeguidos: failures }, NOW_MS, random);
        const waitMs = salud.probeMs - NOW_MS;
        assert.ok(waitMs >= 30_000 && waitMs <= 6 * 60_000 + 1);
        const next = afterFailure(salud, NOW_MS, random);
        assert.ok(next.probeMs >= salud.probeMs);
      },
    );
  });

  test('five days count from the first failure or pause since the last success', () => {
    const paused = afterPause(HEALTHY, NOW_MS + 1_000, NOW_MS);
    const failed = afterFailure(paused, NOW_MS + 5, none);
    assert.equal(isHopeless(failed, NOW_MS + HOPELESS_MS - 1), false);
    assert.equal(isHopeless(failed, NOW_MS + HOPELESS_MS), true);
    assert.equal(isHopeless(afterSuccess(failed), NOW_MS + 2 * HOPELESS_MS), false);
    assert.equal(isHopeless(HEALTHY, NOW_MS), false);
  });

  test('a pause is not shortened by another answer', () => {
    const long = afterPause(HEALTHY, NOW_MS + 60_000, NOW_MS);
    assert.equal(afterPause(long, NOW_MS + 1_000, NOW_MS).pausedUntilMs, NOW_MS + 60_000);
    assert.equal(afterSuccess(long).pausedUntilMs, NOW_MS + 60_000);
    assert.equal(afterFailure(long, NOW_MS, none).pausedUntilMs, NOW_MS + 60_000);
  });
});

test('subscriptions stand for event types', () => {
  assert.deepEqual(subscribedTypes(['*']), [...TIPOS_EVENTO]);
  assert.deepEqual(subscribedTypes(['pedido.*']), [...TIPOS_EVENTO]);
  assert.deepEqual(subscribedTypes(['pedido.nuevo', 'pedido.nuevo']), ['pedido.nuevo']);
  assert.deepEqual(subscribedTypes(['pedido']), []);
  assert.deepEqual(subscribedTypes([IMPORTADO]), []);
  assert.deepEqual(subscribedTypes([]), []);
});

test('imports are only for readers that name them', () => {
  for (const filtros of [[], ['*'], ['pedido.*'], ['pedido.nuevo', '*']]) {
    assert.deepEqual(readableTypes(filtros), [...TIPOS_EVENTO]);
  }
  assert.deepEqual(readableTypes(['pedido.*', IMPORTADO]), [...TIPOS_EVENTO, IMPORTADO]);
  assert.deepEqual(readableTypes([IMPORTADO, 'pedido.nuevo']), ['pedido.nuevo', IMPORTADO]);
});
