import { clockText } from './time.ts';

/** What there is to do, and how long each part takes, about. */
export interface Part {
  area: string;
  act: string;
  seconds: number;
}

const isTerminal = process.stderr.isTTY;
const WIDTH_MIN = 60;

let parts: readonly Part[] = [];
let startedMs = performance.now();
let current: { part: Part; index: number; sinceMs: number } | null = null;
/** Steps that a log has a line of. */
const told = new Set<string>();

/** Says what is to come. Until then steps are shown without a time. */
export const beginRun = (toDo: readonly Part[]): void => {
  parts = toDo;
  startedMs = performance.now();
};

export const beginPart = (area: string, act: string): void => {
  const index = parts.findIndex((each) => each.area === area && each.act === act);
  const part = parts[index] ?? { area, act, seconds: 0 };
  current = { part, index, sinceMs: performance.now() };
  told.clear();
  progress(act);
};

/**
 * What is being done at the moment. A terminal has one line that changes; elsewhere each step has a
 * line of its own, once: numbers in it that count up are no new step.
 */
export const progress = (step: string): void => {
  const line = `${timesText()}${current === null ? '' : `${current.part.area}: `}${step}`;
  if (isTerminal) {
    const width = Math.max(WIDTH_MIN, process.stderr.columns ?? 0) - 1;
    process.stderr.write(`\r\x1b[K${line.length > width ? `${line.slice(0, width - 1)}…` : line}`);
    return;
  }
  const key = step.replaceAll(/\d[\d.,]*/g, '#');
  if (told.has(key)) return;
  told.add(key);
  process.stderr.write(`${line}\n`);
};

/** Before something else is printed. */
export const clearProgress = (): void => {
  if (isTerminal) process.stderr.write('\r\x1b[K');
};

const timesText = (): string => {
  if (parts.length === 0) return '';
  const nowMs = performance.now();
  const elapsed = (nowMs - startedMs) / 1_000;
  return `[${clockText(elapsed)} of about ${clockText(elapsed + secondsLeft(nowMs))}] `;
};

const secondsLeft = (nowMs: number): number => {
  if (current === null) return sum(parts);
  const spent = (nowMs - current.sinceMs) / 1_000;
  return Math.max(0, current.part.seconds - spent) + sum(parts.slice(current.index + 1));
};

const sum = (list: readonly Part[]): number => list.reduce((all, { seconds }) => all + seconds, 0);
