import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { PERIODOS, type Periodo } from '../../../src/contract/recursos/resumen.ts';
import { makeLocalDay } from '../../../src/domain/resumen/dias.ts';
import { windowOf } from '../../../src/domain/resumen/periodos.ts';
import { forEvery } from '../../support/values/properties.ts';
import { table } from '../../support/values/words.ts';

const msOf = (timestamp: string): number => Temporal.Instant.from(timestamp).epochMilliseconds;

/** `desde` and `hasta` of a period at a moment. */
const bounds = (periodo: Periodo, zone: string, at: string): string[] => {
  const { desde, hasta } = windowOf(periodo, zone, msOf(at));
  return [desde, hasta];
};

const hoursBetween = ([desde = '', hasta = '']: string[]): number =>
  (msOf(hasta) - msOf(desde)) / 3_600_000;

test('the five periods name their first and last day, both included', () => {
  const days = PERIODOS.map((periodo) => {
    const { first, last } = windowOf(periodo, 'Europe/Madrid', msOf('2026-11-15T13:30:00Z'));
    return `${periodo} ${first} ${last}`;
  });
  assert.deepEqual(days, [
    'hoy 2026-11-15 2026-11-15',
    'ayer 2026-11-14 2026-11-14',
    '7d 2026-11-09 2026-11-15',
    '30d 2026-10-17 2026-11-15',
    'mes_actual 2026-11-01 2026-11-15',
  ]);
});

/** A local midnight, the instant at which it falls, and the day before it. */
const MIDNIGHTS = `
  Europe/Madrid       2026-11-14T23:00:00Z  2026-11-14T00:00:00+01:00  2026-11-15T00:00:00+01:00
  UTC                 2026-11-15T00:00:00Z  2026-11-14T00:00:00+00:00  2026-11-15T00:00:00+00:00
  Asia/Kathmandu      2026-06-01T18:15:00Z  2026-06-01T00:00:00+05:45  2026-06-02T00:00:00+05:45
  America/St_Johns    2026-01-15T03:30:00Z  2026-01-14T00:00:00-03:30  2026-01-15T00:00:00-03:30
  Pacific/Kiritimati  2026-01-14T10:00:00Z  2026-01-14T00:00:00+14:00  2026-01-15T00:00:00+14:00
  Pacific/Pago_Pago   2026-01-14T11:00:00Z  2026-01-13T00:00:00-11:00  2026-01-14T00:00:00-11:00`;

describe('a new day begins exactly at local midnight', () => {
  for (const [zone = '', midnight = '', before, after] of table(MIDNIGHTS)) {
    test(zone, () => {
      const ms = msOf(midnight);
      assert.deepEqual(
        [ms - 1, ms, ms + 1].map((now) => windowOf('hoy', zone, now).desde),
        [before, after, after],
      );
      assert.equal(windowOf('hoy', zone, ms - 1).hasta, after);
      assert.equal(windowOf('ayer', zone, ms).desde, before);
    });
  }
});

/** Days on which the clocks change: their hours, and when they and the next ones begin. */
const CHANGES = `
  Europe/Madrid        2026-03-29  23    00:00:00+01:00  00:00:00+02:00  loses an hour
  Europe/Madrid        2026-10-25  25    00:00:00+02:00  00:00:00+01:00  gains an hour
  America/St_Johns     2026-03-08  23    00:00:00-03:30  00:00:00-02:30  loses an hour
  America/St_Johns     2026-11-01  25    00:00:00-02:30  00:00:00-03:30  gains an hour
  Australia/Lord_Howe  2026-04-05  24.5  00:00:00+11:00  00:00:00+10:30  gains half an hour
  Africa/Cairo         2026-04-24  23    01:00:00+03:00  00:00:00+03:00  has no midnight
  Africa/Cairo         2026-10-29  25    00:00:00+03:00  00:00:00+02:00  repeats its last hour
  Asia/Beirut          2026-03-29  23    01:00:00+03:00  00:00:00+03:00  has no midnight
  Asia/Beirut          2026-10-24  25    00:00:00+03:00  00:00:00+02:00  repeats its last hour
  America/Asuncion     2023-10-01  23    01:00:00-03:00  00:00:00-03:00  has no midnight
  America/Asuncion     2024-03-23  25    00:00:00-03:00  00:00:00-04:00  repeats its last hour
  America/Sao_Paulo    2018-11-04  23    01:00:00-02:00  00:00:00-02:00  has no midnight
  America/Sao_Paulo    2019-02-16  25    00:00:00-02:00  00:00:00-03:00  repeats its last hour
  America/Havana       2026-11-01  25    00:00:00-04:00  00:00:00-05:00  begins with the first of two midnights`;

describe('the day on which the clocks change', () => {
  for (const [zone = '', day = '', hours, begins, nextBegins, ...what] of table(CHANGES)) {
    test(`${zone} ${day} ${what.join(' ')}`, () => {
      const nextDay = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
      // These moments fall on that day in all of the zones.
      const [noon, nextNoon] = [`${day}T12:00:00Z`, `${nextDay}T12:00:00Z`];
      const today = bounds('hoy', zone, noon);
      assert.deepEqual(today, [`${day}T${begins}`, `${nextDay}T${nextBegins}`]);
      assert.equal(hoursBetween(today), Number(hours));
      // The neighbouring days meet it without gap or overlap.
      assert.deepEqual(bounds('ayer', zone, nextNoon), today);
      assert.equal(bounds('ayer', zone, noon)[1], today[0]);
      assert.equal(bounds('hoy', zone, nextNoon)[0], today[1]);
    });
  }

  test('a window that spans it has its hours', () => {
    assert.equal(hoursBetween(bounds('30d', 'Europe/Madrid', '2026-11-15T13:30:00Z')), 30 * 24 + 1);
  });
});

/** Periods, with the moment and the zone, and their beginning and end. */
const CALENDAR = {
  'mes_actual on the 1st is that day alone': `
    mes_actual Europe/Madrid 2026-10-31T23:30Z 2026-11-01T00:00:00+01:00 2026-11-02T00:00:00+01:00
    hoy Europe/Madrid 2026-10-31T23:30Z 2026-11-01T00:00:00+01:00 2026-11-02T00:00:00+01:00`,
  'mes_actual begins with the local month, not with the one in UTC': `
    mes_actual America/Bogota 2026-12-01T04:59Z 2026-11-01T00:00:00-05:00 2026-12-01T00:00:00-05:00
    mes_actual America/Bogota 2026-12-01T05:00Z 2026-12-01T00:00:00-05:00 2026-12-02T00:00:00-05:00`,
  'the last day of a month ends with the first of the next': `
    mes_actual Europe/Madrid 2026-01-31T12:00Z 2026-01-01T00:00:00+01:00 2026-02-01T00:00:00+01:00
    ayer Europe/Madrid 2026-12-31T23:00Z 2026-12-31T00:00:00+01:00 2027-01-01T00:00:00+01:00`,
  'a leap day is a day': `
    mes_actual UTC 2028-02-29T12:00Z 2028-02-01T00:00:00+00:00 2028-03-01T00:00:00+00:00
    ayer UTC 2028-03-01T12:00Z 2028-02-29T00:00:00+00:00 2028-03-01T00:00:00+00:00
    ayer UTC 2027-03-01T12:00Z 2027-02-28T00:00:00+00:00 2027-03-01T00:00:00+00:00
    30d UTC 2028-03-01T12:00Z 2028-02-01T00:00:00+00:00 2028-03-02T00:00:00+00:00
    30d UTC 2027-03-01T12:00Z 2027-01-31T00:00:00+00:00 2027-03-02T00:00:00+00:00`,
  'a change of the clocks shows in the windows that span it': `
    7d Africa/Cairo 2026-04-30T10:00Z 2026-04-24T01:00:00+03:00 2026-05-01T00:00:00+03:00
    mes_actual America/St_Johns 2026-03-31T12:00Z 2026-03-01T00:00:00-03:30 2026-04-01T00:00:00-02:30`,
};

for (const [title, rows] of Object.entries(CALENDAR)) {
  test(title, () => {
    for (const [periodo, zone = '', at = '', ...expected] of table(rows)) {
      assert.deepEqual(bounds(periodo as Periodo, zone, at), expected);
    }
  });
}

test('in every zone, at any time, the window holds exactly the orders of its days', () => {
  forEvery(
    500,
    fc.tuple(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: msOf('2012-01-01T00:00:00Z'), max: msOf('2040-01-01T00:00:00Z') }),
      fc.constantFrom(...PERIODOS),
    ),
    ([zone, ms, periodo]) => {
      const change = Temporal.Instant.fromEpochMilliseconds(ms)
        .toZonedDateTimeISO(zone)
        .getTimeZoneTransition('next');
      const localDay = makeLocalDay(zone);
      for (const now of [ms, change?.epochMilliseconds ?? ms]) {
        const { desde, hasta, first, last } = windowOf(periodo, zone, now);
        // `localDay` decides which day a moment belongs to; the window has to agree.
        assert.equal(localDay(msOf(desde)), first);
        assert.equal(localDay(msOf(hasta) - 1), last);
        assert.ok(localDay(msOf(desde) - 1) < first && localDay(msOf(hasta)) > last);
        assert.match(desde + hasta, /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d){2}$/);
        if (periodo !== 'ayer') assert.ok(msOf(desde) <= now && now < msOf(hasta));
      }
    },
  );
});
