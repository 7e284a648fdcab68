import { DAY_MS } from '../../clock.ts';

/** Nothing earlier is a date: while somebody types `2026`, a date field reads `0002` and `0020` in between. */
const FIRST_MS = Date.UTC(100, 0);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Memoised: creating one takes seventeen times as long as using it. */
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(timeZone, clock);
  }
  return clock;
};

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
const offsetMs = (ms: number, timeZone: string): number => {
  const parts = clockOf(timeZone).formatToParts(ms);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  );
  return local - Math.floor(ms / 1_000) * 1_000;
};

const localDate = (ms: number, timeZone: string): Date => new Date(ms + offsetMs(ms, timeZone));

/** The local day `YYYY-MM-DD` at a moment. */
export const dayOf = (ms: number, timeZone: string): string =>
  localDate(ms, timeZone).toISOString().slice(0, 10);

/** A full hour as the clock on the wall has it, `05:00`; after 23 comes 0. */
export const wallHour = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;

export const addDays = (dia: string, days: number): string =>
  new Date(Date.parse(dia) + days * DAY_MS).toISOString().slice(0, 10);

/** The local month `YYYY-MM` at a moment, or so many months before it. */
export const monthOf = (ms: number, timeZone: string, before = 0): string => {
  const local = localDate(ms, timeZone);
  const first = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - before));
  return first.toISOString().slice(0, 7);
};

/** The instants at which a local month begins and ends. */
export const monthRange = (mes: string, timeZone: string): { desde: string; hasta: string } => {
  const [year, month] = mes.split('-').map(Number);
  const next = new Date(Date.UTC(year ?? 0, month ?? 0)).toISOString().slice(0, 10);
  const [desde, hasta] = [`${mes}-01`, next].map((dia) => localInstant(`${dia}T00:00`, timeZone));
  if (!desde || !hasta) throw new Error(`there is no month ${mes}`);
  return { desde, hasta };
};

/**
 * The instant at which local clocks show `YYYY-MM-DDTHH:MM`: the first of two; by the offset before the skip, if clocks
 * skip that time. Null if it is no date.
 */
export const localInstant = (wall: string, timeZone: string, plusDays = 0): string | null => {
  const at = Date.parse(`${wall}:00Z`) + plusDays * DAY_MS;
  if (Number.isNaN(at) || at < FIRST_MS) return null;
  const before = offsetMs(at - DAY_MS, timeZone);
  const after = offsetMs(at + DAY_MS, timeZone);
  const found = [at - Math.max(before, after), at - Math.min(before, after)].find(
    (ms) => ms + offsetMs(ms, timeZone) === at,
  );
  return new Date(found ?? at - before).toISOString();
};
