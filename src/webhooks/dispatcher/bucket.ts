/**
 * So many a second, at most a tenth of a second's worth at once. Nothing is available until half of that
 * has come together: each share costs a transaction.
 */
export const makeBucket = (perSecond: number, nowMs: () => number) => {
  const most = Math.max(2, perSecond / 10);
  let tokens = most;
  let lastMs = nowMs();

  const refill = (): void => {
    const ms = nowMs();
    tokens = Math.min(most, tokens + (Math.max(0, ms - lastMs) * perSecond) / 1_000);
    lastMs = ms;
  };

  return {
    available(): number {
      refill();
      return tokens < most / 2 ? 0 : Math.floor(tokens);
    },
    take(count: number): void {
      refill();
      tokens -= count;
    },
  };
};

export type Bucket = ReturnType<typeof makeBucket>;
