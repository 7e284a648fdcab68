/** More samples would say nothing: a replica that is further behind is not used. */
const SAMPLES_MAX = 120;

/** PostgreSQL's own figure grows whenever nobody writes; this counts only what was seen written and is not replayed. */
export const makeLag = () => {
  const missing: { atMs: number; written: number }[] = [];
  return (nowMs: number, written: number, replayed: number): number => {
    if (missing.length < SAMPLES_MAX) missing.push({ atMs: nowMs, written });
    while (missing[0] !== undefined && missing[0].written <= replayed) missing.shift();
    return missing[0] === undefined ? 0 : nowMs - missing[0].atMs;
  };
};
