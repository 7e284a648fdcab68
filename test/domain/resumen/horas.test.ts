import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byLocalHour, daysUpTo, todayAndYesterday } from '../../../src/domain/resumen/horas.ts';

const ms = (iso: string): number => Date.parse(iso);
const sold = (iso: string, cents = 1) => ({ inicioMs: ms(iso), pedidos: 1, ventasCents: cents });

test('hours are those on the wall, also in zones that are off by a quarter', () => {
  const hours = byLocalHour(
    [sold('2026-11-15T13:30:00Z', 5), sold('2026-11-15T13:45:00Z', 7)],
    'Asia/Kathmandu',
  );
  assert.equal(hours.length, 24);
  assert.deepEqual(hours[19], { pedidos: 2, ventasCents: 12 });
});

test('an hour that is repeated holds both, and one that is skipped none', () => {
  const autumn = [sold('2026-10-25T00:30:00Z'), sold('2026-10-25T01:30:00Z')];
  assert.equal(byLocalHour(autumn, 'Europe/Madrid')[2]?.pedidos, 2);
  const spring = [sold('2026-03-29T00:45:00Z'), sold('2026-03-29T01:00:00Z')];
  const hours = byLocalHour(spring, 'Europe/Madrid');
  assert.deepEqual([hours[1]?.pedidos, hours[2]?.pedidos, hours[3]?.pedidos], [1, 0, 1]);
});

test('yesterday at this time is by the clock on the wall', () => {
  const day = todayAndYesterday('Europe/Madrid', ms('2026-11-15T13:30:00Z'));
  assert.deepEqual(day, {
    today: '2026-11-15',
    yesterday: '2026-11-14',
    startMs: ms('2026-11-14T23:00:00Z'),
    endMs: ms('2026-11-15T23:00:00Z'),
    yesterdayStartMs: ms('2026-11-13T23:00:00Z'),
    yesterdayNowMs: ms('2026-11-14T13:30:00Z'),
  });
  // The day the clocks went back: 14:30 was an hour longer ago.
  const changed = todayAndYesterday('Europe/Madrid', ms('2026-10-25T13:30:00Z'));
  assert.equal(changed.yesterdayNowMs, ms('2026-10-24T12:30:00Z'));
});

test('days are counted back over months and leap days', () => {
  assert.deepEqual(daysUpTo('2028-03-01', 3), ['2028-02-28', '2028-02-29', '2028-03-01']);
  assert.deepEqual(daysUpTo('2026-01-01', 1), ['2026-01-01']);
});
