import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comparacion } from '../../../src/contract/panel.ts';
import { addUp } from '../../../src/domain/resumen/cifras.ts';
import { rangeBefore, usualComparison } from '../../../src/domain/resumen/comparacion.ts';
import {
  jornadaAt,
  jornadas,
  jornadasBetween,
  jornadasOf,
  makeLocalClock,
} from '../../../src/domain/resumen/jornadas.ts';
import { noSales } from '../../../src/domain/resumen/resumen.ts';
import { granoOf, tramosBefore, tramosOf } from '../../../src/domain/resumen/tramos.ts';

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
    rangeBefore(jornadas(first, last, MADRID), 'semanas', MADRID, now);
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

test('the same dates of a month or a year before never overlap, and whole months stay whole', () => {
  const now = ms('2026-11-16T10:00:00+01:00');
  const before = (comparacion: Comparacion, first: string, last: string) => {
    const found = rangeBefore(jornadas(first, last, MADRID), comparacion, MADRID, now);
    return [found.first, found.last, found.soFarMs === found.endMs];
  };
  assert.deepEqual(before('mes', '2026-10-01', '2026-10-31'), ['2026-09-01', '2026-09-30', true]);
  assert.deepEqual(before('mes', '2026-02-01', '2026-02-28'), ['2026-01-01', '2026-01-31', true]);
  assert.deepEqual(before('mes', '2026-11-01', '2026-11-16'), ['2026-10-01', '2026-10-16', false]);
  assert.deepEqual(before('mes', '2026-03-31', '2026-03-31'), ['2026-02-28', '2026-02-28', true]);
  assert.deepEqual(before('mes', '2026-07-01', '2026-09-30'), ['2026-04-01', '2026-06-30', true]);
  assert.deepEqual(before('ano', '2028-02-29', '2028-02-29'), ['2027-02-28', '2027-02-28', false]);
  assert.deepEqual(before('ano', '2025-01-01', '2025-12-31'), ['2024-01-01', '2024-12-31', true]);
  const today = rangeBefore(jornadas('2026-11-16', '2026-11-16', MADRID), 'mes', MADRID, now);
  assert.equal(today.soFarMs, ms('2026-10-16T10:00:00+02:00'));
  const usual = (first: string, last: string) =>
    usualComparison(jornadas(first, last, MADRID), false);
  assert.equal(usual('2026-11-09', '2026-11-15'), 'semanas');
  assert.equal(usual('2026-10-01', '2026-10-31'), 'mes');
  assert.equal(usual('2026-01-01', '2026-11-16'), 'ano');
});

test('a long range is cut at the ends of weeks or months, beside those of the range before', () => {
  const half = jornadas('2026-01-01', '2026-06-30', MADRID);
  const weeks = tramosOf(half, granoOf(half));
  assert.deepEqual([granoOf(half), weeks.length], ['semana', 27]);
  assert.deepEqual(weeks.slice(0, 2), [
    { first: '2026-01-01', last: '2026-01-04' },
    { first: '2026-01-05', last: '2026-01-11' },
  ]);
  const year = jornadas('2026-01-01', '2026-11-16', MADRID);
  const then = jornadas('2025-01-01', '2025-11-16', MADRID);
  const months = tramosOf(year, granoOf(year));
  assert.deepEqual(months.at(-1), { first: '2026-11-01', last: '2026-11-16' });
  const thenOf = tramosBefore(year, then, 'mes');
  assert.deepEqual(months.map(thenOf), tramosOf(then, 'mes'));
  const october = jornadas('2026-10-01', '2026-10-31', MADRID);
  const september = jornadas('2026-09-01', '2026-09-30', MADRID);
  const dayOf = tramosBefore(october, september, 'dia');
  assert.deepEqual(dayOf({ first: '2026-10-30', last: '2026-10-30' }, 29), {
    first: '2026-09-30',
    last: '2026-09-30',
  });
  assert.equal(dayOf({ first: '2026-10-31', last: '2026-10-31' }, 30), null);
});

test('periods of people: the week from Monday, last month, this year and the last', () => {
  const now = ms('2026-03-01T02:00:00+01:00');
  const range = (periodo: Parameters<typeof jornadasOf>[0]) => {
    const { first, last } = jornadasOf(periodo, MADRID, now);
    return [first, last];
  };
  // The night before the first of March belongs to February, a Saturday.
  assert.deepEqual(range('semana'), ['2026-02-23', '2026-02-28']);
  assert.deepEqual(range('mes_pasado'), ['2026-01-01', '2026-01-31']);
  assert.deepEqual(range('ano'), ['2026-01-01', '2026-02-28']);
  assert.deepEqual(range('ano_pasado'), ['2025-01-01', '2025-12-31']);
});

test('a range has 1 to 366 days', () => {
  assert.equal(jornadasBetween('2026-11-02', '2026-11-01', MADRID), null);
  assert.equal(jornadasBetween('2025-11-01', '2026-11-02', MADRID), null);
  const leap = jornadasBetween('2028-02-28', '2028-03-01', MADRID);
  assert.ok(leap);
  const days = tramosOf(leap, granoOf(leap)).map(({ first }) => first);
  assert.deepEqual(days, ['2028-02-28', '2028-02-29', '2028-03-01']);
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
