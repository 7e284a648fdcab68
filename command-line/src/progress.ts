import { CLEAR_LINE, type Io } from './io.ts';
import { grouped, plural } from './text.ts';

const DRAW_EVERY_MS = 100;
const SPEAK_EVERY_MS = 5_000;
const BAR_CHARS_MAX = 30;

interface ProgressOptions {
  io: Pick<Io, 'err' | 'draw' | 'columns'>;
  /** Milliseconds that never go back. */
  clock: { monotonic(): number };
  /** The singular of the things counted, such as `order`; null shows bytes alone. */
  noun: string | null;
  /** The expected number of things, roughly, or of bytes; null if it is unknown. */
  total: Total | null;
}

type Total = { count: number } | { bytes: number };

interface Tally {
  count: number;
  bytes: number;
  elapsedMs: number;
}

export type Progress = ReturnType<typeof makeProgress>;

/** A bar on a terminal, a line now and then elsewhere. */
export const makeProgress = ({ io, clock, noun, total }: ProgressOptions) => {
  const startMs = clock.monotonic();
  let shownMs = startMs;
  let isDrawn = false;

  const clear = (): void => {
    if (isDrawn) io.draw(CLEAR_LINE);
    isDrawn = false;
  };

  return {
    update(count: number, bytes: number): void {
      const now = clock.monotonic();
      const columns = io.columns();
      if (now - shownMs < (columns === null ? SPEAK_EVERY_MS : DRAW_EVERY_MS)) return;
      shownMs = now;
      const tally = { count, bytes, elapsedMs: now - startMs };
      if (columns === null) {
        io.err(describe(tally, { noun, total }));
      } else {
        io.draw(`${CLEAR_LINE}${drawBar(tally, { noun, total }, columns)}`);
        isDrawn = true;
      }
    },
    /** Prints a line above the bar. */
    say(line: string): void {
      clear();
      io.err(line);
    },
    /** Removes the bar; returns the elapsed milliseconds. */
    finish(): number {
      clear();
      return clock.monotonic() - startMs;
    },
  };
};

type Measure = Pick<ProgressOptions, 'noun' | 'total'>;

export const drawBar = (tally: Tally, measure: Measure, columns: number): string => {
  const text = describe(tally, measure);
  const share = shareOf(tally, measure.total);
  const room = Math.min(BAR_CHARS_MAX, columns - text.length - 4);
  if (share === null || room < 5) return text.slice(0, columns - 1);
  const done = Math.round(share * room);
  return `[${'#'.repeat(done)}${'-'.repeat(room - done)}] ${text}`;
};

export const describe = (tally: Tally, { noun, total }: Measure): string => {
  const { count, bytes, elapsedMs } = tally;
  const rate = (amount: number) => (elapsedMs > 0 ? Math.round((amount * 1_000) / elapsedMs) : 0);
  if (noun === null) return `${formatBytes(bytes)}, ${formatBytes(rate(bytes))}/s`;
  const parts = [plural(count, noun), `${grouped(rate(count))}/s`];
  const share = shareOf(tally, total);
  const sharesBytes = share !== null && total !== null && 'bytes' in total;
  if (bytes > 0 && !sharesBytes) parts.push(formatBytes(bytes));
  if (share === null) return parts.join(', ');
  parts.unshift(`${Math.floor(share * 100)} %`);
  if (share > 0 && share < 1) {
    parts.push(`${formatDuration(roundUp((elapsedMs * (1 - share)) / share))} left`);
  }
  return parts.join(', ');
};

/** The share that is done, from 0 to 1; null if the total is unknown or 0. */
const shareOf = ({ count, bytes }: Tally, total: Total | null): number | null => {
  if (total === null) return null;
  const [done, all] = 'count' in total ? [count, total.count] : [bytes, total.bytes];
  return all === 0 ? null : Math.min(1, done / all);
};

export const formatBytes = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
};

export const formatDuration = (ms: number): string => {
  if (ms < 9_950) return `${Number((ms / 1_000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** To whole seconds: an estimate has no tenths. */
const roundUp = (ms: number): number => Math.ceil(ms / 1_000) * 1_000;
