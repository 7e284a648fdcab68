import { DAY_MS } from '../time.ts';

/** A calendar day of the restaurant, `YYYY-MM-DD`: text order is time order. */
export type Dia = string;

export const zonedAt = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

export const isoDay = (date: Temporal.PlainDate): Dia => date.toString();

export const isTimeZone = (zone: string): boolean => {
  try {
    // Temporal also takes offsets, whole timestamps and any letter case: names only, as IANA has them.
    return /^[A-Z]/.test(zone) && zonedAt(0, zone).timeZoneId === zone;
  } catch {
    return false;
  }
};

/** Remembers the last day, as orders come in near-time order, up to where the clocks change: a day may come twice. */
export const makeLocalDay = (zone: string): ((ms: number) => Dia) => {
  let fromMs = 0;
  let untilMs = 0;
  let day: Dia = '';
  return (ms) => {
    if (ms < fromMs || ms >= untilMs) {
      const zoned = zonedAt(ms, zone);
      const offsetMs = zoned.offsetNanoseconds / 1_000_000;
      const midnightMs = Math.floor((ms + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
      // A transition at `ms` itself is behind us; 'previous' looks strictly before.
      const changed = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
      const changes = zoned.getTimeZoneTransition('next');
      fromMs = Math.max(midnightMs, changed?.epochMilliseconds ?? midnightMs);
      untilMs = Math.min(midnightMs + DAY_MS, changes?.epochMilliseconds ?? Infinity);
      day = isoDay(zoned.toPlainDate());
    }
    return day;
  };
};

const localDays = new Map<string, (ms: number) => Dia>();

/** One for all batches of a zone, of which there are some hundreds: to find the ends of a day takes longer than a small batch. */
export const localDayIn = (zone: string): ((ms: number) => Dia) =>
  localDays.getOrInsertComputed(zone, makeLocalDay);

export const startOfDayMs = (date: Temporal.PlainDate, zone: string): number =>
  date.toZonedDateTime(zone).epochMilliseconds;
