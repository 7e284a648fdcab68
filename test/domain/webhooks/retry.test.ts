import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../../../src/domain/time.ts';
import type { Outcome } from '../../../src/domain/webhooks/outcome.ts';
import {
  judge,
  parseRetryAfter,
  RETRY_DELAYS_MS,
  recordOf,
} from '../../../src/domain/webhooks/retry.ts';
import { forEvery } from '../../support/values/properties.ts';
import { answered } from '../../webhooks/outcomes.ts';

const NOW_MS = Date.UTC(2026, 10, 15, 13, 30);
const context = (fallos = 0, random = 0) => ({ fallos, nowMs: NOW_MS, random });
const verdictOf = (status: number, retryAfter: string | null = null) =>
  judge(answered(status, retryAfter), context());

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the schedule', () => {
  test('twelve attempts in about three days', () => {
    assert.equal(RETRY_DELAYS_MS.length + 1, 12);
    const total = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
    assert.ok(total > 3 * DAY_MS && total < 3.3 * DAY_MS);
    assert.deepEqual(RETRY_DELAYS_MS.slice(0, 3), [5_000, 30_000, 120_000]);
  });

  test('each delay is the scheduled one and up to a fifth more; after the last there is none', () => {
    forEvery(100, fc.tuple(fc.nat({ max: 30 }), chance), ([fallos, random]) => {
      const verdict = judge(answered(500), context(fallos, random));
      assert.ok(verdict.kind === 'failure');
      const delayMs = RETRY_DELAYS_MS[fallos];
      if (delayMs === undefined) assert.equal(verdict.retryAtMs, null);
      else {
        const waitMs = (verdict.retryAtMs ?? 0) - NOW_MS;
        assert.ok(waitMs >= delayMs && waitMs <= delayMs * 1.2 + 1);
      }
    });
  });
});

describe('what an outcome means', () => {
  test('only 2xx is success', () => {
    for (let status = 100; status < 600; status += 1) {
      const isSuccess = verdictOf(status).kind === 'success';
      assert.equal(isSuccess, status >= 200 && status < 300, String(status));
    }
  });

  test('410 is for good, redirects and errors are failures', () => {
    assert.equal(verdictOf(410).kind, 'gone');
    for (const status of [301, 302, 304, 400, 401, 404, 408, 500, 502, 504]) {
      assert.equal(verdictOf(status).kind, 'failure');
      assert.equal(verdictOf(status, '10').kind, 'failure', 'only 429 and 503 may ask for a pause');
    }
  });

  test('429 and 503 pause the endpoint with a valid Retry-After, and are failures without one', () => {
    for (const status of [429, 503]) {
      assert.deepEqual(verdictOf(status, '90'), { kind: 'pause', untilMs: NOW_MS + 90_000 });
      for (const header of [null, '', 'soon', '-5', '1.5', '10 s']) {
        assert.equal(verdictOf(status, header).kind, 'failure', String(header));
      }
    }
  });

  test('only failures of the receiver spend an attempt', () => {
    const blamed = (stage: 'before' | 'during', blame: 'ours' | 'theirs'): Outcome =>
      stage === 'before'
        ? { stage, blame, fallo: 'red_propia', durationMs: 1 }
        : { stage, blame, fallo: 'corte', status: null, durationMs: 1 };
    for (const stage of ['before', 'during'] as const) {
      assert.equal(judge(blamed(stage, 'theirs'), context()).kind, 'failure');
      const ours = judge(blamed(stage, 'ours'), context(11));
      assert.ok(ours.kind === 'ours' && ours.retryAtMs > NOW_MS);
    }
  });

  test('the log keeps the status or the failure', () => {
    assert.deepEqual(recordOf({ ...answered(204), extracto: 'x' }), {
      status: 204,
      fallo: null,
      duracionMs: 3,
      extracto: 'x',
    });
    const cut: Outcome = {
      stage: 'during',
      blame: 'theirs',
      fallo: 'corte',
      status: 200,
      durationMs: 7,
    };
    assert.deepEqual(recordOf(cut), { status: 200, fallo: 'corte', duracionMs: 7, extracto: null });
  });
});

describe('Retry-After', () => {
  test('as a date, in the three forms of HTTP', () => {
    const atMs = NOW_MS + 90_000;
    for (const header of [
      'Sun, 15 Nov 2026 13:31:30 GMT',
      'Sunday, 15-Nov-26 13:31:30 GMT',
      'Sun Nov 15 13:31:30 2026',
    ]) {
      assert.equal(parseRetryAfter(header, NOW_MS), atMs, header);
    }
    for (const header of ['2026-11-15T13:31:30Z', '15 Nov 2026', 'Sun, 99 Nov 2026 13:31:30 GMT']) {
      assert.equal(parseRetryAfter(header, NOW_MS), null, header);
    }
  });

  test('is at least a second and at most a day, whatever it says', () => {
    forEvery(
      100,
      fc.oneof(
        fc.nat({ max: 10_000_000 }).map(String),
        fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
        fc
          .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
          .map((date) => date.toUTCString()),
      ),
      (header) => {
        const untilMs = parseRetryAfter(header, NOW_MS);
        assert.ok(untilMs !== null);
        assert.ok(untilMs >= NOW_MS + 1_000 && untilMs <= NOW_MS + DAY_MS);
      },
    );
  });

  test('anything else is no Retry-After, and breaks nothing', () => {
    forEvery(100, fc.string(), (header) => {
      const untilMs = parseRetryAfter(header, NOW_MS);
      assert.ok(untilMs === null || /^\s*\d+\s*$/.test(header));
    });
  });
});
