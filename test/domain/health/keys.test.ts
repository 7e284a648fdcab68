import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  expirySignals,
  isHabit,
  type KeyCounts,
  type KeyFacts,
  limitSignals,
  mayHaveStopped,
} from '../../../src/domain/health/keys.ts';
import { compare, type OpenCondition } from '../../../src/domain/health/signals.ts';
import { DAY_MS, HOUR_MS, utcDay } from '../../../src/domain/time.ts';
import { NOW_MS } from '../../support/samples.ts';

const key = (overrides: Partial<KeyFacts> = {}): KeyFacts => ({
  restauranteId: 'rest_1',
  id: 'llv_1',
  nombre: 'BI',
  creadaMs: NOW_MS - 300 * DAY_MS,
  expiraMs: NOW_MS + 20 * DAY_MS,
  ultimoUsoMs: null,
  isRenewed: false,
  ...overrides,
});

test('an expiry is told 14 days before, a day before and at the end', () => {
  const stageIn = (ms: number, overrides: Partial<KeyFacts> = {}) =>
    expirySignals([key({ expiraMs: NOW_MS + ms, ...overrides })], NOW_MS)[0]?.etapa;
  assert.equal(stageIn(15 * DAY_MS), undefined);
  assert.equal(stageIn(14 * DAY_MS), 0);
  assert.equal(stageIn(2 * DAY_MS), 0);
  assert.equal(stageIn(DAY_MS), 1);
  assert.equal(stageIn(0), 2);
  assert.equal(stageIn(-6 * DAY_MS), 2);
  assert.equal(stageIn(-8 * DAY_MS), undefined);
  assert.equal(stageIn(DAY_MS, { isRenewed: true }), undefined);
  assert.equal(stageIn(HOUR_MS, { creadaMs: NOW_MS - HOUR_MS }), undefined, 'made for two hours');
  assert.deepEqual(expirySignals([key({ expiraMs: null })], NOW_MS), []);
});

test('a condition is told again when it gets worse, and only then', () => {
  const [signal] = expirySignals([key({ expiraMs: NOW_MS + DAY_MS })], NOW_MS);
  assert.ok(signal !== undefined);
  const open: OpenCondition = { ...signal, id: 'con_1', etapa: 0, desdeMs: NOW_MS };
  assert.deepEqual(
    compare([open], [signal]).worse.map(({ etapa }) => etapa),
    [1],
  );
  assert.deepEqual(compare([{ ...open, etapa: 1 }], [signal]), { begun: [], worse: [], ended: [] });
  assert.deepEqual(compare([open], []).ended, [open]);
  assert.equal(compare([{ ...open, objeto: 'llv_2' }], [signal]).begun.length, 1);
});

test('a key that was used on each of fourteen days has a habit', () => {
  const last = utcDay(NOW_MS);
  const days = (count: number) => new Set(Array.from({ length: count }, (_, i) => last - i));
  assert.equal(isHabit(NOW_MS, days(14)), true);
  assert.equal(isHabit(NOW_MS, days(13)), false);
  const used = (agoMs: number) => key({ ultimoUsoMs: NOW_MS - agoMs });
  assert.deepEqual(
    [23, 24, 47, 48].map((hours) => mayHaveStopped(used(hours * HOUR_MS), NOW_MS)),
    [false, true, true, false],
  );
});

test('a key is over its limit with 20 refusals and 5 % of an hour', () => {
  const sample = (atMs: number, peticiones: number, limitadas: number) => {
    const counts: KeyCounts = {
      restauranteId: 'rest_1',
      id: 'llv_1',
      nombre: 'BI',
      peticiones,
      limitadas,
    };
    return { atMs, counts: new Map([[counts.id, counts]]) };
  };
  const before = sample(0, 1_000, 50);
  const isOver = (peticiones: number, limitadas: number) =>
    limitSignals(before, sample(HOUR_MS, 1_000 + peticiones, 50 + limitadas)).length > 0;
  assert.equal(isOver(100, 20), true);
  assert.equal(isOver(100, 19), false);
  assert.equal(isOver(400, 20), false);
  assert.equal(isOver(399, 20), true);
});
