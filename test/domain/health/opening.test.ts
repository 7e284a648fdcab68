import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hoursToCompare,
  isOpenDuring,
  isUnusuallyQuiet,
} from '../../../src/domain/health/opening.ts';
import { HOUR_MS } from '../../../src/domain/time.ts';

const MADRID = 'Europe/Madrid';
const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
const hourFrom = (text: string) => ({ fromMs: at(text), untilMs: at(text) + HOUR_MS });

test('a span is open only if the profile covers the whole of it, by local time', () => {
  // A Friday.
  const horario = { viernes: [{ desde: '13:00', hasta: '16:00' }] };
  assert.equal(isOpenDuring(horario, MADRID, hourFrom('2026-06-05T11:00:00Z')), true);
  assert.equal(isOpenDuring(horario, MADRID, hourFrom('2026-06-05T10:30:00Z')), false);
  assert.equal(isOpenDuring(horario, MADRID, hourFrom('2026-06-05T13:30:00Z')), false);
  assert.equal(isOpenDuring(horario, MADRID, hourFrom('2026-06-04T11:00:00Z')), false);
  assert.equal(isOpenDuring({}, MADRID, hourFrom('2026-06-05T11:00:00Z')), false);
});

test('opening hours go on after midnight, and days have many names', () => {
  for (const viernes of ['viernes', 'Viernes', 'vie']) {
    const horario = { [viernes]: [{ desde: '20:00', hasta: '02:00' }] };
    assert.equal(isOpenDuring(horario, MADRID, hourFrom('2026-06-05T23:00:00Z')), true);
    assert.equal(isOpenDuring(horario, MADRID, hourFrom('2026-06-06T00:00:00Z')), false);
  }
  const sabado = { Sábado: [{ desde: '20:00', hasta: '24:00' }] };
  assert.equal(isOpenDuring(sabado, MADRID, hourFrom('2026-06-06T21:00:00Z')), true);
});

test('compares the last two whole hours with those of the last four weeks', () => {
  const hours = hoursToCompare(at('2026-06-05T12:20:00Z'), MADRID);
  assert.deepEqual(hours?.now, [
    hourFrom('2026-06-05T10:00:00Z'),
    hourFrom('2026-06-05T11:00:00Z'),
  ]);
  assert.equal(hours?.before.length, 4);
  assert.deepEqual(hours?.before[3], [
    hourFrom('2026-05-08T10:00:00Z'),
    hourFrom('2026-05-08T11:00:00Z'),
  ]);
});

test('an earlier week before a change of the clocks is compared by local time', () => {
  // The clocks went forward on 29 March.
  const hours = hoursToCompare(at('2026-04-03T12:00:00Z'), MADRID);
  assert.deepEqual(hours?.before[0]?.[0], hourFrom('2026-03-27T11:00:00Z'));
});

test('a change of the clocks is no time to compare', () => {
  const changing = ['2026-03-29T02:10:00Z', '2026-10-25T01:10:00Z', '2026-10-25T02:30:00Z'];
  const aWeekLater = ['2026-04-05T02:10:00Z', '2026-11-01T02:10:00Z'];
  for (const now of [...changing, ...aWeekLater]) {
    assert.equal(hoursToCompare(at(now), MADRID), null, now);
  }
});

test('quiet is unusual only if every week had orders in both hours', () => {
  const busy = [1, 3];
  assert.equal(isUnusuallyQuiet([0, 0], [busy, busy, busy, busy]), true);
  assert.equal(isUnusuallyQuiet([0, 1], [busy, busy, busy, busy]), false);
  assert.equal(isUnusuallyQuiet([0, 0], [busy, busy, [0, 5], busy]), false);
});
