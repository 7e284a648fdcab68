/** FNV-1a. */
const hashOf = (name: string): number => {
  let value = 0x811c9dc5;
  for (const char of name) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value;
};

/** Seeded chance: the same name gives the same draws, on any machine. */
export const makeChance = (name: string) => {
  let state = hashOf(name);

  /** At least 0, below 1: splitmix32. */
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };

  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  const weighted = <T>(list: readonly T[], weightOf: (item: T) => number): T => {
    let rest = next() * list.reduce((sum, item) => sum + weightOf(item), 0);
    const chosen = list.find((item) => {
      rest -= weightOf(item);
      return rest < 0;
    });
    if (chosen === undefined) throw new Error('there is nothing to choose from');
    return chosen;
  };

  return {
    next,
    between,
    happens: (probability: number): boolean => next() < probability,
    pick: <T>(list: readonly T[]): T => weighted(list, () => 1),
    weighted,
    weightedKey: <K extends string>(weights: Readonly<Partial<Record<K, number>>>) =>
      weighted(Object.keys(weights) as K[], (key) => weights[key] ?? 0),
  };
};

export type Chance = ReturnType<typeof makeChance>;
