import { DIAS } from '../contract/recursos/carta.ts';
import { zonedAt } from '../domain/resumen/dias.ts';
import { MINUTE_MS } from '../domain/time.ts';
import { makeChance } from './chance.ts';
import type { Place } from './places/place.ts';

const LAST_CALL_MINUTES = 15;

const DAYS = [
  ['lunes', 0.75],
  ['martes', 0.9],
  ['miercoles', 1],
  ['jueves', 1.1],
  ['viernes', 1.6],
  ['sabado', 1.9],
  ['domingo', 1.45],
] as const;

const LUNCH = { peak: 14 * 60 + 20, spread: 45 };
const DINNER = { peak: 21 * 60 + 30, spread: 50 };
const DINNER_FROM_MINUTE = 18 * 60;

export const minuteOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

const localTime = (ms: number, { perfil }: Place) => zonedAt(ms, perfil.zona_horaria);

export const localMoment = (place: Place, ms: number) => {
  const zoned = localTime(ms, place);
  return { dia: DIAS[zoned.dayOfWeek - 1] ?? 'lun', minuto: zoned.hour * 60 + zoned.minute };
};

export function* arrivalsBetween(seed: string, place: Place, fromMs: number, untilMs: number) {
  const last = localTime(untilMs, place).toPlainDate();
  let date = localTime(fromMs, place).toPlainDate();
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const ms of arrivalsOn(seed, place, date)) if (ms > fromMs && ms <= untilMs) yield ms;
  }
}

const arrivalsOn = (seed: string, { perfil, pedidosDia }: Place, date: Temporal.PlainDate) => {
  const [day, busy] = DAYS[date.dayOfWeek - 1] ?? DAYS[0];
  const chance = makeChance(`${seed}|${perfil.id}|${date}`);
  const meals = (perfil.horario[day] ?? []).map(({ desde, hasta }) => {
    const [from, to] = [minuteOf(desde), minuteOf(hasta) - LAST_CALL_MINUTES];
    const timeZone = perfil.zona_horaria;
    const startMs = date.toZonedDateTime({ timeZone, plainTime: desde }).epochMilliseconds;
    return { from, to, startMs, ...(from < DINNER_FROM_MINUTE ? LUNCH : DINNER) };
  });
  if (meals.length === 0) return [];
  const share = meals.length === 1 ? 0.6 : 1;
  const count = Math.round(pedidosDia * busy * share * (0.85 + 0.3 * chance.next()));
  const moments = new Set<number>();
  while (moments.size < count) {
    const { from, to, peak, spread, startMs } = chance.pick(meals);
    // The sum of three draws is close to a normal distribution.
    const bell = chance.next() + chance.next() + chance.next() - 1.5;
    const minute = peak + bell * 2 * spread;
    if (minute < from || minute > to) continue;
    moments.add(startMs + Math.floor((minute - from) * MINUTE_MS));
  }
  return [...moments].sort((a, b) => a - b);
};
