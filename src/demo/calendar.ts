import { DIAS } from '../contract/recursos/carta.ts';
import { makeChance } from './chance.ts';
import type { Place } from './places/place.ts';

const MINUTE_MS = 60_000;
const LAST_CALL_MINUTES = 15;
const DAYS = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'] as const;

/** Against an ordinary weekday. */
const BUSY: Record<(typeof DAYS)[number], number> = {
  lunes: 0.75,
  martes: 0.9,
  miercoles: 1,
  jueves: 1.1,
  viernes: 1.6,
  sabado: 1.9,
  domingo: 1.45,
};

/** When most come to eat, how far they spread, in minutes of the day. */
const PEAKS = [
  { fromMinute: 0, peak: 14 * 60 + 20, spread: 45 },
  { fromMinute: 18 * 60, peak: 21 * 60 + 30, spread: 50 },
];

export const minuteOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

const dayIndex = (date: Temporal.PlainDate): number => date.dayOfWeek - 1;

/** The day's short name, as menus write it, and the minute of the day, on the restaurant's clock. */
export const localMoment = (zone: string, ms: number) => {
  const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const dia = DIAS[dayIndex(zoned.toPlainDate())] ?? DIAS[0];
  return { dia, minuto: zoned.hour * 60 + zoned.minute };
};

/** When the orders of a local day come in: within the opening hours, most of them at meal times. */
const momentsOfDay = (seed: string, { perfil, pedidosDia }: Place, date: Temporal.PlainDate) => {
  const day = DAYS[dayIndex(date)] ?? DAYS[0];
  const tramos = perfil.horario[day] ?? [];
  const chance = makeChance(`${seed}|${perfil.id}|${date}`);
  const meals = tramos.map(({ desde, hasta }) => {
    const [from, to] = [minuteOf(desde), minuteOf(hasta) - LAST_CALL_MINUTES];
    const { peak, spread } = PEAKS.findLast(({ fromMinute }) => from >= fromMinute) ??
      PEAKS[0] ?? { peak: from, spread: 60 };
    return { from, to, peak, spread, startMs: at(date, perfil.zona_horaria, from) };
  });
  if (meals.length === 0) return [];
  // A day on which only half of the meals are served sells little more than half.
  const share = meals.length === 1 ? 0.6 : 1;
  const count = Math.round(pedidosDia * BUSY[day] * share * (0.85 + 0.3 * chance.next()));
  const moments = new Set<number>();
  while (moments.size < count) {
    const { from, to, peak, spread, startMs } = chance.pick(meals);
    const bell = chance.next() + chance.next() + chance.next() - 1.5;
    const minute = peak + bell * 2 * spread;
    if (minute < from || minute > to) continue;
    moments.add(startMs + Math.floor((minute - from) * MINUTE_MS));
  }
  return [...moments].sort((a, b) => a - b);
};

const at = (date: Temporal.PlainDate, zone: string, minute: number): number =>
  date.toZonedDateTime({
    timeZone: zone,
    plainTime: { hour: Math.floor(minute / 60), minute: minute % 60 },
  }).epochMilliseconds;

/** Every moment after `fromMs`, up to `untilMs`, at which an order comes in. */
export function* momentsBetween(seed: string, place: Place, fromMs: number, untilMs: number) {
  const zone = place.perfil.zona_horaria;
  const dateAt = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();
  const last = dateAt(untilMs);
  for (
    let date = dateAt(fromMs);
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ days: 1 })
  ) {
    for (const ms of momentsOfDay(seed, place, date)) {
      if (ms > fromMs && ms <= untilMs) yield ms;
    }
  }
}
