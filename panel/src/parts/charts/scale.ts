const ROUND = [1, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number at or above, for the end of an axis. It is even, because its half is a mark too. */
export const niceMax = (value: number): number => {
  if (value <= 0) return 2;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  const ends = ROUND.map((factor) => factor * magnitude);
  return ends.find((end) => end >= value && end % 2 === 0) ?? 10 * magnitude;
};

/** Of how many labels to write only one, if each needs so many pixels. */
export const labelStep = (count: number, width: number, eachPx: number): number =>
  Math.max(1, Math.ceil((count * eachPx) / Math.max(1, width)));
