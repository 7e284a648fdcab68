/** Looks at the primary that are remembered: a replica that is further behind is of no use anyway. */
const LOOKS_MAX = 120;

/**
 * How far a replica is behind, from looks at both servers. The replica's own word for it, the age of
 * the last transaction it has replayed, grows whenever nobody writes; here only what the primary was
 * seen to have and the replica has not counts.
 */
export const makeLag = () => {
  const missing: { atMs: number; written: number }[] = [];
  return (nowMs: number, written: number, replayed: number): number => {
    if (missing.length < LOOKS_MAX) missing.push({ atMs: nowMs, written });
    while (missing[0] !== undefined && missing[0].written <= replayed) missing.shift();
    return missing[0] === undefined ? 0 : nowMs - missing[0].atMs;
  };
};
