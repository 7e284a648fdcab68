import { DAY_MS } from '../time.ts';

/** A calendar day of the restaurant, `YYYY-MM-DD`: text order is time order. */
export type Dia = string;

export const zonedAt = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

export const isoDay = (date: Temporal.PlainDate): Dia => date.toString();

export const isTimeZone = (zone: string): boolean => {
  try {
    // Temporal also takes offsets, whole timestamps and any letter case. This allows only names as IANA spells them.
    return /^[A-Z]/.test(zone) && zonedAt(0, zone).timeZoneId === zone;
  } catch {
    return false;
  }
};

/** The zone's offset at a moment, and the changes of the clocks between which it holds. */
export const offsetAt = (ms: number, zone: string) => {
  const zoned = zonedAt(ms, zone);
  // A change at `ms` itself counts as past, but 'previous' looks strictly before: hence one millisecond later.
  const changed = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  const changes = zoned.getTimeZoneTransition('next');
  return {
    offsetMs: zoned.offsetNanoseconds / 1_000_000,
    fromMs: changed?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    untilMs: changes?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
  };
};

/**
 * Remembers the last day and its bounds, because orders come nearly in time order. A change of the clocks is a bound too:
 * it may bring a day a second time.
 */
export const makeLocalDay = (zone: string): ((ms: number) => Dia) => {
  let fromMs = 0;
  let untilMs = 0;
  let day: Dia = '';
  return (ms) => {
    if (ms < fromMs || ms >= untilMs) {
      const steady = offsetAt(ms, zone);
      const midnightMs = Math.floor((ms + steady.offsetMs) / DAY_MS) * DAY_MS - steady.offsetMs;
      fromMs = Math.max(midnightMs, steady.fromMs);
      untilMs = Math.min(midnightMs + DAY_MS, steady.untilMs);
      day = isoDay(zonedAt(ms, zone).toPlainDate());
    }
    return day;
  };
};

const localDays = new Map<string, (ms: number) => Dia>();

/** Memoised by zone (there are some hundreds): finding the bounds of a day takes longer than a small batch. */
export const localDayIn = (zone: string): ((ms: number) => Dia) =>
  localDays.getOrInsertComputed(zone, makeLocalDay);

export const startOfDayMs = (date: Temporal.PlainDate, zone: string): number =>
  date.toZonedDateTime(zone).epochMilliseconds;
