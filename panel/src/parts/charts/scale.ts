/** The next round number at or above, for the end of an axis. */
export const niceMax = (value: number): number => {
  if (value <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 4, 5, 10].find((factor) => factor * magnitude >= value) ?? 10;
  return step * magnitude;
};

/** Every how many labels to write one, when each needs so many pixels. */
export const labelStep = (count: number, width: number, eachPx: number): number =>
  Math.max(1, Math.ceil((count * eachPx) / Math.max(1, width)));
