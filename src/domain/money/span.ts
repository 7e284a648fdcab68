import type { Agrupacion } from '../../contract/recursos/caja.ts';
import { RANGO_DIAS_MAX } from '../../contract/recursos/resumen.ts';
import { type Dia, zonedAt } from '../resumen/dias.ts';
import { DAY_MS, MINUTE_MS, QUARTER_MS } from '../time.ts';

/** When a restaurant's days begin: `corte` in minutes after local midnight. */
export interface DayClock {
  zone: string;
  corte: number;
}

/** Half-open. `bounds` has the beginning of each group and the end of the last. */
export interface Span {
  startMs: number;
  endMs: number;
  bounds: readonly number[];
}

/** Stored sums that are read together: whole local days, first and last included, and quarters of an hour around them. */
export interface Pieces {
  days: { first: Dia; last: Dia } | null;
  /** Half-open, in quarters since the epoch; at most two. */
  quarters: readonly { from: number; to: number }[];
}

type SpanProblem = 'reversed' | 'too_long';

const atClock = (dia: Temporal.PlainDate, { zone, corte }: DayClock): number =>
  dia.toPlainDateTime().add({ minutes: corte }).toZonedDateTime(zone).epochMilliseconds;

/** A day begins at `corte`; a local time of `YYYY-MM-DDTHH:MM` is meant as it is. */
const instantOf = (text: string, clock: DayClock): number =>
  text.includes('T')
    ? Temporal.PlainDateTime.from(text).toZonedDateTime(clock.zone).epochMilliseconds
    : atClock(Temporal.PlainDate.from(text), clock);

/** The local day of `corte` to `corte` in which a moment falls. */
const dayAt = (ms: number, { zone, corte }: DayClock): Temporal.PlainDate =>
  zonedAt(ms, zone).toPlainDateTime().subtract({ minutes: corte }).toPlainDate();

const boundsOf = (
  startMs: number,
  endMs: number,
  agrupar: Agrupacion | null,
  clock: DayClock,
): number[] => {
  if (agrupar === null) return [startMs, endMs];
  const bounds = [startMs];
  const step = agrupar === 'dia' ? { days: 1 } : { months: 1 };
  let day = dayAt(startMs, clock);
  if (agrupar === 'mes') day = day.with({ day: 1 });
  for (;;) {
    day = day.add(step);
    const ms = atClock(day, clock);
    if (ms >= endMs) return [...bounds, endMs];
    bounds.push(ms);
  }
};

export const spanOf = (
  { desde, hasta, agrupar }: { desde: string; hasta: string; agrupar: Agrupacion | null },
  clock: DayClock,
): Span | SpanProblem => {
  const startMs = instantOf(desde, clock);
  const endMs = instantOf(hasta, clock);
  if (endMs <= startMs) return 'reversed';
  // An hour more: clocks that were set back lengthen the range.
  if (endMs - startMs > RANGO_DIAS_MAX * DAY_MS + 60 * MINUTE_MS) return 'too_long';
  return { startMs, endMs, bounds: boundsOf(startMs, endMs, agrupar, clock) };
};

const midnightAfter = (ms: number, zone: string): { dia: Temporal.PlainDate; ms: number } => {
  const zoned = zonedAt(ms, zone);
  const today = zoned.toPlainDate();
  const startMs = today.toZonedDateTime(zone).epochMilliseconds;
  const dia = startMs >= ms ? today : today.add({ days: 1 });
  return { dia, ms: dia.toZonedDateTime(zone).epochMilliseconds };
};

const quartersBetween = (fromMs: number, toMs: number) =>
  fromMs < toMs ? [{ from: fromMs / QUARTER_MS, to: toMs / QUARTER_MS }] : [];

const piecesBetween = (startMs: number, endMs: number, zone: string): Pieces => {
  const first = midnightAfter(startMs, zone);
  const end = midnightAfter(endMs, zone);
  const last = end.ms === endMs ? end.dia : end.dia.subtract({ days: 1 });
  const lastMs = last.toZonedDateTime(zone).epochMilliseconds;
  if (first.ms >= lastMs) return { days: null, quarters: quartersBetween(startMs, endMs) };
  return {
    days: { first: first.dia.toString(), last: last.subtract({ days: 1 }).toString() },
    quarters: [...quartersBetween(startMs, first.ms), ...quartersBetween(lastMs, endMs)],
  };
};

/** Days of quarters that are read at once, so that nobody waits behind a year of them. */
const DAYS_PER_READ = 31;

/** Cost follows the days, not the quarters of an hour, unless each of many days is wanted that begins at another hour. */
export const piecesOf = (
  { bounds }: Span,
  { zone, corte }: DayClock,
  agrupar: Agrupacion | null,
): Pieces[] => {
  const at = (i: number): number => bounds[i] ?? bounds.at(-1) ?? 0;
  if (corte === 0 || agrupar === null) return [piecesBetween(at(0), at(bounds.length - 1), zone)];
  const step = agrupar === 'mes' ? 1 : DAYS_PER_READ;
  const starts = bounds.slice(0, -1).filter((_, i) => i % step === 0);
  return starts.map((startMs, i) => {
    const endMs = at((i + 1) * step);
    return agrupar === 'mes'
      ? piecesBetween(startMs, endMs, zone)
      : { days: null, quarters: quartersBetween(startMs, endMs) };
  });
};
