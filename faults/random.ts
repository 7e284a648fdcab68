/** A seeded random generator. Each actor forks its own, so that none depends on the timing of others. */
export interface Random {
  /** At least 0, less than 1. */
  float(): number;
  /** Whole, both ends included. */
  int(min: number, max: number): number;
  happens(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  shuffle<T>(values: readonly T[]): T[];
  fork(name: string): Random;
}

export const makeRandom = (seed: string): Random => {
  let state = digest(seed);
  /** mulberry32. */
  const float = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(float() * (max - min + 1));
  return {
    float,
    int,
    happens: (probability) => float() < probability,
    pick<T>(from: readonly T[]): T {
      const picked = from[int(0, from.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    shuffle<T>(values: readonly T[]): T[] {
      const keyed = values.map((value) => ({ value, key: float() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
    },
    fork: (name) => makeRandom(`${seed}/${name}`),
  };
};

/** FNV-1a. */
const digest = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
};
