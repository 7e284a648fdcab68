import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { PERIODOS, type Periodo } from '../../src/contract/recursos/resumen.ts';
import { makeLocalDay } from '../../src/domain/resumen/dias.ts';
import { windowOf } from '../../src/domain/resumen/periodos.ts';

const msOf = (timestamp: string): number => Temporal.Instant.from(timestamp).epochMilliseconds;

/** `desde` and `hasta` of a period, asked for at a moment. */
const bounds = (periodo: Periodo, zone: string, at: string): string[] => {
  const { desde, hasta } = windowOf(periodo, zone, msOf(at));
  return [desde, hasta];
};

const hoursBetween = ([desde = '', hasta = '']: string[]): number =>
  (msOf(hasta) - msOf(desde)) / 3_600_000;

describe('the five periods, on a Sunday at lunch time in Madrid', () => {
  const expected: Record<Periodo, string[]> = {
    hoy: ['2026-11-15T00:00:00+01:00', '2026-11-16T00:00:00+01:00'],
    ayer: ['2026-11-14T00:00:00+01:00', '2026-11-15T00:00:00+01:00'],
    '7d': ['2026-11-09T00:00:00+01:00', '2026-11-16T00:00:00+01:00'],
    // Summer time ended in between: each end has the offset that held then.
    '30d': ['2026-10-17T00:00:00+02:00', '2026-11-16T00:00:00+01:00'],
    mes_actual: ['2026-11-01T00:00:00+01:00', '2026-11-16T00:00:00+01:00'],
  };
  for (const periodo of PERIODOS) {
    test(periodo, () => {
      assert.deepEqual(bounds(periodo, 'Europe/Madrid', '2026-11-15T13:30:00Z'), expected[periodo]);
    });
  }

  test('name their first and last day, both included', () => {
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
});

describe('a new day begins exactly at local midnight', () => {
  for (const [zone, midnight, before, after] of [
    [
      'Europe/Madrid',
      '2026-11-14T23:00:00Z',
      '2026-11-14T00:00:00+01:00',
      '2026-11-15T00:00:00+01:00',
    ],
    ['UTC', '2026-11-15T00:00:00Z', '2026-11-14T00:00:00+00:00', '2026-11-15T00:00:00+00:00'],
    [
      'Asia/Kathmandu',
      '2026-06-01T18:15:00Z',
      '2026-06-01T00:00:00+05:45',
      '2026-06-02T00:00:00+05:45',
    ],
    [
      'America/St_Johns',
      '2026-01-15T03:30:00Z',
      '2026-01-14T00:00:00-03:30',
      '2026-01-15T00:00:00-03:30',
    ],
    [
      'Pacific/Kiritimati',
      '2026-01-14T10:00:00Z',
      '2026-01-14T00:00:00+14:00',
      '2026-01-15T00:00:00+14:00',
    ],
    [
      'Pacific/Pago_Pago',
      '2026-01-14T11:00:00Z',
      '2026-01-13T00:00:00-11:00',
      '2026-01-14T00:00:00-11:00',
    ],
  ] as const) {
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

describe('the day on which the clocks change', () => {
  for (const [what, zone, noon, hours, expected] of [
    [
      'loses an hour',
      'Europe/Madrid',
      '2026-03-29T10:00:00Z',
      23,
      ['2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
    ],
    [
      'gains an hour',
      'Europe/Madrid',
      '2026-10-25T11:00:00Z',
      25,
      ['2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
    ],
    [
      'loses an hour',
      'America/St_Johns',
      '2026-03-08T15:00:00Z',
      23,
      ['2026-03-08T00:00:00-03:30', '2026-03-09T00:00:00-02:30'],
    ],
    [
      'gains an hour',
      'America/St_Johns',
      '2026-11-01T15:00:00Z',
      25,
      ['2026-11-01T00:00:00-02:30', '2026-11-02T00:00:00-03:30'],
    ],
    [
      'gains half an hour',
      'Australia/Lord_Howe',
      '2026-04-05T02:00:00Z',
      24.5,
      ['2026-04-05T00:00:00+11:00', '2026-04-06T00:00:00+10:30'],
    ],
    [
      'has no midnight',
      'Africa/Cairo',
      '2026-04-24T10:00:00Z',
      23,
      ['2026-04-24T01:00:00+03:00', '2026-04-25T00:00:00+03:00'],
    ],
    [
      'ends with an hour that comes twice',
      'Africa/Cairo',
      '2026-10-29T10:00:00Z',
      25,
      ['2026-10-29T00:00:00+03:00', '2026-10-30T00:00:00+02:00'],
    ],
    [
      'has no midnight',
      'Asia/Beirut',
      '2026-03-29T10:00:00Z',
      23,
      ['2026-03-29T01:00:00+03:00', '2026-03-30T00:00:00+03:00'],
    ],
    [
      'ends with an hour that comes twice',
      'Asia/Beirut',
      '2026-10-24T10:00:00Z',
      25,
      ['2026-10-24T00:00:00+03:00', '2026-10-25T00:00:00+02:00'],
    ],
    [
      'has no midnight',
      'America/Asuncion',
      '2023-10-01T15:00:00Z',
      23,
      ['2023-10-01T01:00:00-03:00', '2023-10-02T00:00:00-03:00'],
    ],
    [
      'ends with an hour that comes twice',
      'America/Asuncion',
      '2024-03-23T15:00:00Z',
      25,
      ['2024-03-23T00:00:00-03:00', '2024-03-24T00:00:00-04:00'],
    ],
    [
      'has no midnight',
      'America/Sao_Paulo',
      '2018-11-04T15:00:00Z',
      23,
      ['2018-11-04T01:00:00-02:00', '2018-11-05T00:00:00-02:00'],
    ],
    [
      'ends with an hour that comes twice',
      'America/Sao_Paulo',
      '2019-02-16T15:00:00Z',
      25,
      ['2019-02-16T00:00:00-02:00', '2019-02-17T00:00:00-03:00'],
    ],
    [
      'has two midnights, and begins with the first',
      'America/Havana',
      '2026-11-01T15:00:00Z',
      25,
      ['2026-11-01T00:00:00-04:00', '2026-11-02T00:00:00-05:00'],
    ],
  ] as const) {
    test(`${zone} ${noon.slice(0, 10)} ${what}`, () => {
      const today = bounds('hoy', zone, noon);
      assert.deepEqual(today, expected);
      assert.equal(hoursBetween(today), hours);
      // The days beside it meet it without gap or overlap.
      const nextNoon = new Date(msOf(noon) + 86_400_000).toISOString();
      assert.deepEqual(bounds('ayer', zone, nextNoon), today);
      assert.equal(bounds('ayer', zone, noon)[1], today[0]);
      assert.equal(bounds('hoy', zone, nextNoon)[0], today[1]);
    });
  }

  test('shows in the windows that span it', () => {
    assert.deepEqual(bounds('7d', 'Africa/Cairo', '2026-04-30T10:00:00Z'), [
      '2026-04-24T01:00:00+03:00',
      '2026-05-01T00:00:00+03:00',
    ]);
    assert.deepEqual(bounds('mes_actual', 'America/St_Johns', '2026-03-31T12:00:00Z'), [
      '2026-03-01T00:00:00-03:30',
      '2026-04-01T00:00:00-02:30',
    ]);
    assert.equal(hoursBetween(bounds('30d', 'Europe/Madrid', '2026-11-15T13:30:00Z')), 30 * 24 + 1);
  });
});

describe('months and years', () => {
  test('mes_actual on the 1st is that day alone', () => {
    const [at, zone] = ['2026-10-31T23:30:00Z', 'Europe/Madrid'];
    assert.deepEqual(bounds('mes_actual', zone, at), [
      '2026-11-01T00:00:00+01:00',
      '2026-11-02T00:00:00+01:00',
    ]);
    assert.deepEqual(bounds('mes_actual', zone, at), bounds('hoy', zone, at));
  });

  test('mes_actual begins with the local month, not with the one in UTC', () => {
    assert.equal(
      bounds('mes_actual', 'America/Bogota', '2026-12-01T04:59:59Z')[0],
      '2026-11-01T00:00:00-05:00',
    );
    assert.equal(
      bounds('mes_actual', 'America/Bogota', '2026-12-01T05:00:00Z')[0],
      '2026-12-01T00:00:00-05:00',
    );
  });

  test('the last day of a month ends with the first of the next', () => {
    assert.deepEqual(bounds('mes_actual', 'Europe/Madrid', '2026-01-31T12:00:00Z'), [
      '2026-01-01T00:00:00+01:00',
      '2026-02-01T00:00:00+01:00',
    ]);
    assert.deepEqual(bounds('ayer', 'Europe/Madrid', '2026-12-31T23:00:00Z'), [
      '2026-12-31T00:00:00+01:00',
      '2027-01-01T00:00:00+01:00',
    ]);
  });

  test('a leap day is a day', () => {
    assert.deepEqual(bounds('mes_actual', 'UTC', '2028-02-29T12:00:00Z'), [
      '2028-02-01T00:00:00+00:00',
      '2028-03-01T00:00:00+00:00',
    ]);
    assert.equal(bounds('ayer', 'UTC', '2028-03-01T12:00:00Z')[0], '2028-02-29T00:00:00+00:00');
    assert.equal(bounds('ayer', 'UTC', '2027-03-01T12:00:00Z')[0], '2027-02-28T00:00:00+00:00');
    assert.equal(bounds('30d', 'UTC', '2028-03-01T12:00:00Z')[0], '2028-02-01T00:00:00+00:00');
    assert.equal(bounds('30d', 'UTC', '2027-03-01T12:00:00Z')[0], '2027-01-31T00:00:00+00:00');
  });
});

test('in every zone, at any time, the window holds exactly the orders of its days', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      fc.integer({ min: msOf('2012-01-01T00:00:00Z'), max: msOf('2040-01-01T00:00:00Z') }),
      fc.constantFrom(...PERIODOS),
      (zone, ms, periodo) => {
        const change = Temporal.Instant.fromEpochMilliseconds(ms)
          .toZonedDateTimeISO(zone)
          .getTimeZoneTransition('next');
        const localDay = makeLocalDay(zone);
        for (const now of [ms, change?.epochMilliseconds ?? ms]) {
          const { desde, hasta, first, last } = windowOf(periodo, zone, now);
          // What belongs to a day is decided by `localDay`; the window must not say otherwise.
          assert.equal(localDay(msOf(desde)), first);
          assert.equal(localDay(msOf(hasta) - 1), last);
          assert.ok(localDay(msOf(desde) - 1) < first && localDay(msOf(hasta)) > last);
          assert.match(desde + hasta, /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d){2}$/);
          if (periodo !== 'ayer') assert.ok(msOf(desde) <= now && now < msOf(hasta));
        }
      },
    ),
    { numRuns: 500 },
  );
});
