/** What there is to do, and how long each part takes, about. */
export interface Part {
  area: string;
  name: string;
  seconds: number;
}

const isTerminal = process.stderr.isTTY;
let parts: readonly Part[] = [];
let startedMs = performance.now();
let currentPart: Part | undefined;
/** Steps that a log has a line of. */
const told = new Set<string>();

export const beginRun = (toDo: readonly Part[]): void => {
  parts = toDo;
  startedMs = performance.now();
};

export const beginPart = (area: string, name: string): void => {
  currentPart = parts.find((each) => each.area === area && each.name === name);
  told.clear();
  progress(name);
};

/**
 * What is being done at the moment. A terminal has one line that changes; elsewhere each step has a
 * line of its own, once: numbers in it that count up are no new step.
 */
export const progress = (step: string): void => {
  const seconds = (performance.now() - startedMs) / 1_000;
  const planned = parts.reduce((sum, part) => sum + part.seconds, 0);
  const line = `[${clockText(seconds)} of about ${clockText(planned)}] ${currentPart?.area ?? ''}: ${step}`;
  if (isTerminal) {
    clearProgress();
    process.stderr.write(line.slice(0, (process.stderr.columns ?? 80) - 1));
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

/** 754 seconds are 12:34. */
export const clockText = (seconds: number): string => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
