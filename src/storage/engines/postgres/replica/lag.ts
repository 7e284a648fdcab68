/** More samples are not needed: a replica that is further behind is not used. */
const SAMPLES_MAX = 120;

/**
 * Measures since when the replica lacks a position of the write-ahead log that the primary has written. PostgreSQL's own figure
 * grows whenever nobody writes.
 */
export const makeLag = () => {
  const missing: { atMs: number; written: number }[] = [];
  return (nowMs: number, written: number, replayed: number): number => {
    if (missing.length < SAMPLES_MAX) missing.push({ atMs: nowMs, written });
    while (missing[0] !== undefined && missing[0].written <= replayed) missing.shift();
    return missing[0] === undefined ? 0 : nowMs - missing[0].atMs;
  };
};
