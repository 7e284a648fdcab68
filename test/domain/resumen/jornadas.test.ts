import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUp, daysOfWindow } from '../../../src/domain/resumen/cifras.ts';
import {
  jornadaAt,
  jornadas,
  jornadasBetween,
  jornadasOf,
  makeLocalClock,
  weeksBefore,
} from '../../../src/domain/resumen/jornadas.ts';
import { noSales } from '../../../src/domain/resumen/resumen.ts';

const ms = (iso: string): number => Date.parse(iso);
const MADRID = { zone: 'Europe/Madrid', corte: 5 };

test('a night belongs to the day on which it began', () => {
  assert.equal(jornadaAt(ms('2026-11-15T00:30:00+01:00'), MADRID), '2026-11-14');
  assert.equal(jornadaAt(ms('2026-11-15T04:59:59+01:00'), MADRID), '2026-11-14');
  assert.equal(jornadaAt(ms('2026-11-15T05:00:00+01:00'), MADRID), '2026-11-15');
  assert.equal(jornadaAt(ms('2026-11-15T00:30:00+01:00'), { ...MADRID, corte: 0 }), '2026-11-15');
  const { first, last, startMs, endMs } = jornadasOf('7d', MADRID, ms('2026-11-16T01:00:00+01:00'));
  assert.deepEqual([first, last], ['2026-11-09', '2026-11-15']);
  assert.deepEqual(
    [startMs, endMs],
    [ms('2026-11-09T05:00:00+01:00'), ms('2026-11-16T05:00:00+01:00')],
  );
  assert.equal(
    jornadasOf('mes_actual', MADRID, ms('2026-12-01T02:00:00+01:00')).first,
    '2026-11-01',
  );
});

test('the day and hour of an instant agree with the bounds of days, whatever the clocks do', () => {
  for (const zone of [
    'Europe/Madrid',
    'Asia/Kathmandu',
    'America/Santiago',
    'Australia/Lord_Howe',
  ]) {
    for (const corte of [0, 2, 3, 5]) {
      const reloj = { zone, corte };
      const localTime = makeLocalClock(reloj);
      for (const from of [
        '2026-03-28T00:00:00Z',
        '2026-10-24T00:00:00Z',
        '2026-04-04T00:00:00Z',
        '2026-09-05T00:00:00Z',
      ]) {
        for (let at = ms(from); at < ms(from) + 3 * 86_400_000; at += 900_000) {
          const { dia, hora, weekday } = localTime(at);
          assert.equal(dia, jornadaAt(at, reloj));
          const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
          assert.equal(hora, zoned.hour);
          assert.equal(weekday + 1, Temporal.PlainDate.from(dia).dayOfWeek);
          const { startMs, endMs } = jornadas(dia, dia, reloj);
          assert.ok(at >= startMs && at < endMs, `${zone} ${corte} ${new Date(at).toISOString()}`);
        }
      }
    }
  }
});

test('the previous period has the same weekdays, and ends at the same moment of its last day', () => {
  const now = ms('2026-11-16T01:00:00+01:00');
  const before = (first: string, last: string) =>
    weeksBefore(jornadas(first, last, MADRID), MADRID, now);
  const today = before('2026-11-15', '2026-11-15');
  assert.deepEqual([today.first, today.last], ['2026-11-08', '2026-11-08']);
  assert.equal(today.soFarMs, ms('2026-11-09T01:00:00+01:00'));
  const week = before('2026-11-09', '2026-11-15');
  assert.deepEqual([week.first, week.last], ['2026-11-02', '2026-11-08']);
  const month = before('2026-10-17', '2026-11-15');
  assert.deepEqual([month.first, month.last], ['2026-09-12', '2026-10-11']);
  const over = before('2026-11-01', '2026-11-07');
  assert.equal(over.soFarMs, over.endMs);
});

test('a range has 1 to 366 days', () => {
  assert.equal(jornadasBetween('2026-11-02', '2026-11-01', MADRID), null);
  assert.equal(jornadasBetween('2025-11-01', '2026-11-02', MADRID), null);
  const leap = jornadasBetween('2028-02-28', '2028-03-01', MADRID);
  assert.ok(leap);
  assert.deepEqual(daysOfWindow(leap), ['2028-02-28', '2028-02-29', '2028-03-01']);
});

test('hours are those of the local clock: a repeated one holds both, a skipped one none', () => {
  const hours = (zone: string, dia: string, ...at: string[]) => {
    const range = jornadas(dia, dia, { zone, corte: 0 });
    const windows = { range, shown: range, before: { ...range, startMs: 0, endMs: 0, soFarMs: 0 } };
    const cuartos = at.map((iso) => ({ ...noSales(), inicioMs: ms(iso), pedidos: 1 }));
    return addUp(cuartos, windows, { zone, corte: 0 }).hours.map(({ pedidos }) => pedidos);
  };
  const autumn = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'];
  assert.equal(hours('Europe/Madrid', '2026-10-25', ...autumn)[2], 2);
  const spring = ['2026-03-29T00:45:00Z', '2026-03-29T01:00:00Z'];
  assert.deepEqual(hours('Europe/Madrid', '2026-03-29', ...spring).slice(1, 4), [1, 0, 1]);
  const nepal = ['2026-11-15T13:30:00Z', '2026-11-15T13:45:00Z'];
  assert.equal(hours('Asia/Kathmandu', '2026-11-15', ...nepal)[19], 2);
});
