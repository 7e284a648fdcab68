let [plannedSeconds, startedMs, area] = [0, performance.now(), ''];
/** Steps that were reported already. */
const told = new Set<string>();

export const beginRun = (parts: readonly { seconds: number }[]): void => {
  plannedSeconds = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  startedMs = performance.now();
};

export const beginMeasurement = (ofArea: string, name: string): void => {
  area = ofArea;
  told.clear();
  progress(name);
};

/** Reports the current step on a line, once. A step that differs only in its numbers is the same. */
export const progress = (step: string): void => {
  const key = step.replaceAll(/\d[\d.,]*/g, '#');
  if (told.has(key)) return;
  told.add(key);
  const seconds = (performance.now() - startedMs) / 1_000;
  const times = `${clockText(seconds)} of about ${clockText(plannedSeconds)}`;
  process.stderr.write(`[${times}] ${area}: ${step}\n`);
};

/** 754 seconds become 12:34. */
export const clockText = (seconds: number): string => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
