/** From what is measured to where it is drawn, and what is written beside it. */
export interface Axis {
  /** 0 to 1 along the axis. */
  at(value: number): number;
  ticks: { value: number; text: string }[];
}

/** Powers of ten around the values. */
export const logAxis = (values: readonly number[]): Axis => {
  const positive = values.filter((value) => value > 0);
  if (positive.length === 0) return { at: () => 0, ticks: [] };
  const first = Math.floor(Math.log10(Math.min(...positive)) + 1e-9);
  // One value alone would have no width.
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...positive)) - 1e-9));
  return {
    at: (value) => (Math.log10(value) - first) / (last - first),
    ticks: Array.from({ length: last - first + 1 }, (_, i) => tick(10 ** (first + i))),
  };
};

const WANTED_TICKS = 4;

/** From zero, so that half the height is half the value. */
export const linearAxis = (values: readonly number[]): Axis => {
  const most = Math.max(0, ...values) || 1;
  const rough = most / WANTED_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10);
  const count = Math.ceil(most / step - 1e-9);
  return {
    at: (value) => value / (count * step),
    ticks: Array.from({ length: count + 1 }, (_, i) => tick(i * step)),
  };
};

const tick = (value: number) => ({ value, text: short(value) });

/** 1000 is 1k: what stands beside an axis has to be short. */
export const short = (value: number): string => {
  const [divisor, unit] = value >= 1e6 ? [1e6, 'M'] : value >= 1e3 ? [1e3, 'k'] : [1, ''];
  return `${Number((value / divisor).toPrecision(3))}${unit}`;
};
