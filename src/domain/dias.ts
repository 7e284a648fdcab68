/** A calendar day of the restaurant, `YYYY-MM-DD`: text order is time order. */
export type Dia = string;

const isoDay = (date: Temporal.PlainDate): Dia => date.toString();

export const isTimeZone = (zone: string): boolean => {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return /^[A-Za-z]/.test(zone);
  } catch {
    return false;
  }
};

/**
 * Which local day an instant falls on. Remembers the last day it saw: orders come in near-time order,
 * and a day's two midnights answer for all of them without asking the zone database again.
 */
export const makeLocalDay = (zone: string): ((ms: number) => Dia) => {
  let fromMs = 0;
  let untilMs = 0;
  let day: Dia = '';
  return (ms) => {
    if (ms < fromMs || ms >= untilMs) {
      const date = Temporal.Instant.fromEpochMilliseconds(ms)
        .toZonedDateTimeISO(zone)
        .toPlainDate();
      fromMs = startOfDayMs(date, zone);
      untilMs = startOfDayMs(date.add({ days: 1 }), zone);
      day = isoDay(date);
      // A zone that turns its clock back over midnight visits a day twice: believe the instant.
      if (ms < fromMs || ms >= untilMs) {
        fromMs = ms;
        untilMs = ms + 1;
      }
    }
    return day;
  };
};

/** The first instant of a local day, also where the clocks change at midnight. */
export const startOfDayMs = (date: Temporal.PlainDate, zone: string): number =>
  date.toZonedDateTime(zone).epochMilliseconds;

/** Twice the longest window of the summary: no summary reaches further back. */
const REBUILD_DAYS = 62;

/** From where on the summary has to be added up again when the time zone changes. */
export const rebuildStart = (zone: string, now: number): { dia: Dia; ms: number } => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const first = today.subtract({ days: REBUILD_DAYS });
  return { dia: isoDay(first), ms: startOfDayMs(first, zone) };
};
