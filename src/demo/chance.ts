/** Chance that a seed repeats: the same name gives the same draws, on any machine. */
export interface Chance {
  /** At least 0, below 1. */
  next(): number;
  /** Whole, both ends included. */
  between(min: number, max: number): number;
  /** True so often, of 1. */
  happens(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of a list, each as likely as its weight. */
  weighted<T>(list: readonly T[], weightOf: (item: T) => number): T;
}

/** Draws that are thrown away, so that neighbouring names have nothing in common. */
const WARM_UP = 12;

/** FNV-1a: enough to tell names apart, and a tenth of the cost of a digest. */
const numberOf = (name: string): number => {
  let value = 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1)
    value = Math.imul(value ^ name.charCodeAt(i), 0x01000193);
  return value;
};

/** sfc32. */
export const makeChance = (name: string): Chance => {
  let a = numberOf(name);
  let b = numberOf(`${name}|`);
  let c = 0x9e3779b9 | 0;
  let counter = 1;

  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < WARM_UP; i += 1) next();

  const at = <T>(list: readonly T[], index: number): T => {
    const item = list[index];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  };

  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    happens: (share) => next() < share,
    pick: (list) => at(list, Math.floor(next() * list.length)),
    weighted(list, weightOf) {
      const total = list.reduce((sum, item) => sum + weightOf(item), 0);
      let rest = next() * total;
      const index = list.findIndex((item) => {
        rest -= weightOf(item);
        return rest < 0;
      });
      return at(list, index < 0 ? list.length - 1 : index);
    },
  };
};
