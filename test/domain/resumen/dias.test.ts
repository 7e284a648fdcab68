import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isTimeZone, makeLocalDay, startOfDayMs } from '../../../src/domain/resumen/dias.ts';
import { rebuildStart } from '../../../src/domain/resumen/zone-change.ts';
import { HOUR_MS } from '../../../src/domain/time.ts';
import { forEvery } from '../../support/values/properties.ts';

const naiveDay = (ms: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString();

const msOf = (timestamp: string): number => Temporal.Instant.from(timestamp).epochMilliseconds;

/** Notable moments, and the zones in which they are notable. */
const CHANGES: [what: string, zone: string, at: string][] = [
  ['a day of 23 hours', 'Europe/Madrid', '2026-03-29T01:00:00Z'],
  ['a day of 25 hours', 'Europe/Madrid', '2026-10-25T01:00:00Z'],
  ['a day that starts at 01:00', 'Africa/Cairo', '2026-04-23T22:00:00Z'],
  ['a day whose last hour comes twice', 'Africa/Cairo', '2026-10-29T21:00:00Z'],
  ['a day that starts at 01:00', 'America/Asuncion', '2023-10-01T04:00:00Z'],
  ['a day whose last hour comes twice', 'America/Asuncion', '2024-03-24T03:00:00Z'],
  ['a day that starts at 01:00', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['a day whose first hour comes twice', 'America/Havana', '2026-11-01T05:00:00Z'],
  ['a day that is visited twice', 'America/St_Johns', '2010-11-07T02:31:00Z'],
  ['three hours back over midnight', 'Antarctica/Casey', '2010-03-04T15:00:00Z'],
  ['a day that never was', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['half an hour back', 'Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['no change at all, at +05:45', 'Asia/Kathmandu', '2026-06-01T18:15:00Z'],
  ['a change at -03:30', 'America/St_Johns', '2026-11-01T04:30:00Z'],
];

describe('the local day of an instant', () => {
  for (const [what, zone, at] of CHANGES) {
    test(`${zone}: ${what}`, () => {
      const aroundMs = fc.integer({ min: -50 * HOUR_MS, max: 50 * HOUR_MS });
      const nearMs = fc.constantFrom(-HOUR_MS, -60_000, -1, 0, 1, 60_000, HOUR_MS);
      const instants = fc.array(fc.oneof(aroundMs, nearMs), { minLength: 1, maxLength: 30 });
      forEvery(40, instants, (offsets) => {
        // One calculator for all days: its memo must not affect the results.
        const localDay = makeLocalDay(zone);
        for (const offset of offsets) {
          const ms = msOf(at) + offset;
          assert.equal(localDay(ms), naiveDay(ms, zone), new Date(ms).toISOString());
        }
      });
    });
  }

  test('every zone, any time, in any order', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    assert.ok(zones.length > 300);
    forEvery(
      400,
      fc.tuple(
        fc.constantFrom(...zones),
        fc.integer({ min: msOf('1975-01-01T00:00:00Z'), max: msOf('2045-01-01T00:00:00Z') }),
        fc.array(fc.integer({ min: -40 * HOUR_MS, max: 40 * HOUR_MS }), { maxLength: 12 }),
      ),
      ([zone, ms, offsets]) => {
        const localDay = makeLocalDay(zone);
        const change = Temporal.Instant.fromEpochMilliseconds(ms)
          .toZonedDateTimeISO(zone)
          .getTimeZoneTransition('next');
        for (const base of [ms, change?.epochMilliseconds ?? ms]) {
          for (const offset of [-1, 0, ...offsets]) {
            assert.equal(localDay(base + offset), naiveDay(base + offset, zone));
          }
        }
      },
    );
  });

  test('days are text that sorts as time does, from the first year to the last', () => {
    assert.equal(
      makeLocalDay('Pacific/Kiritimati')(msOf('9998-12-31T23:59:59.999Z')),
      '9999-01-01',
    );
    assert.equal(makeLocalDay('America/Bogota')(msOf('0001-01-01T00:00:00Z')), '0000-12-31');
  });
});

describe('the first instant of a local day', () => {
  const start = (day: string, zone: string) =>
    new Date(startOfDayMs(Temporal.PlainDate.from(day), zone)).toISOString();

  test('of a skipped day is the start of the next', () => {
    assert.equal(start('2011-12-30', 'Pacific/Apia'), start('2011-12-31', 'Pacific/Apia'));
  });
});

test('a summary is added up again from a local midnight, before any window it is asked for', () => {
  const { dia, ms } = rebuildStart('America/Bogota', msOf('2026-11-15T03:00:00Z'));
  assert.equal(dia, '2024-11-12');
  assert.equal(ms, msOf('2024-11-12T05:00:00Z'));
});

test('a time zone is a name, spelt as IANA spells it', () => {
  const good = 'Europe/Madrid UTC Etc/GMT+5 America/Argentina/Buenos_Aires Asia/Calcutta'.split(
    ' ',
  );
  const names = ['', 'Madrid', 'Mars/Phobos', 'europe/madrid', 'Europe/Madrid\0', ' UTC'];
  const offsets = ['+05:00', '-0330', 'T00:00Z', 'T00+01'];
  const times = ['T00:00[Europe/Madrid]', '2026-01-01T00:00Z[Europe/Madrid]'];
  for (const zone of [...names, ...offsets, ...times]) assert.ok(!isTimeZone(zone), zone);
  for (const zone of [...good, ...Intl.supportedValuesOf('timeZone')]) {
    assert.ok(isTimeZone(zone), zone);
  }
});
