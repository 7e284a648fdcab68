import { isoDate, utcDay } from '../time.ts';

/** A calendar day of the restaurant, `YYYY-MM-DD`: text order is time order. */
export type Dia = string;

export const zonedAt = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

export const isTimeZone = (zone: string): boolean => {
  try {
    // Temporal also takes offsets, whole timestamps and any letter case. This allows only names as IANA spells them.
    return /^[A-Z]/.test(zone) && zonedAt(0, zone).timeZoneId === zone;
  } catch {
    return false;
  }
};

/** The zone's offset at a moment, and the changes of the clocks between which it holds. */
const offsetAt = (ms: number, zone: string) => {
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

/** Shifts instants by the zone's offset, so that UTC's parts of them are the local ones. Looks the offset up once between two changes of the clocks. */
export const makeLocalShift = (zone: string): ((ms: number) => number) => {
  let steady = { offsetMs: 0, fromMs: 0, untilMs: 0 };
  return (ms) => {
    if (ms < steady.fromMs || ms >= steady.untilMs) steady = offsetAt(ms, zone);
    return ms + steady.offsetMs;
  };
};

/** Remembers the last day, because orders come nearly in time order. */
export const makeLocalDay = (zone: string): ((ms: number) => Dia) => {
  const shift = makeLocalShift(zone);
  let last = { day: Number.NaN, text: '' };
  return (ms) => {
    const day = utcDay(shift(ms));
    if (day !== last.day) last = { day, text: isoDate(day) };
    return last.text;
  };
};

const localDays = new Map<string, (ms: number) => Dia>();

/** Memoised by zone (there are some hundreds): finding the bounds of a day takes longer than a small batch. */
export const localDayIn = (zone: string): ((ms: number) => Dia) =>
  localDays.getOrInsertComputed(zone, makeLocalDay);

export const startOfDayMs = (date: Temporal.PlainDate, zone: string): number =>
  date.toZonedDateTime(zone).epochMilliseconds;
