/** Whole numbers of 32 bits that a seed other than 0 repeats (xorshift32): fast, for where nothing is at stake. */
export const makeXorshift = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
};
