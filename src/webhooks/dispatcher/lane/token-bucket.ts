/** A token bucket: `perSecond` tokens a second, in bursts of at most a tenth of a second's worth (and at least two). */
export interface TokenBucket {
  readonly perSecond: number;
  tokens: number;
  filledMs: number;
}

const burstOf = (perSecond: number): number => Math.max(2, perSecond / 10);

export const fullBucket = (perSecond: number, monotonicMs: number): TokenBucket => ({
  perSecond,
  tokens: burstOf(perSecond),
  filledMs: monotonicMs,
});

const tokensAt = ({ perSecond, tokens, filledMs }: TokenBucket, monotonicMs: number): number =>
  Math.min(burstOf(perSecond), tokens + (Math.max(0, monotonicMs - filledMs) * perSecond) / 1_000);

/** Whole tokens; none before half a burst has gathered, because each share costs a transaction. */
export const available = (bucket: TokenBucket, monotonicMs: number): number => {
  const tokens = tokensAt(bucket, monotonicMs);
  return tokens < burstOf(bucket.perSecond) / 2 ? 0 : Math.floor(tokens);
};

export const take = (bucket: TokenBucket, count: number, monotonicMs: number): void => {
  bucket.tokens = tokensAt(bucket, monotonicMs) - count;
  bucket.filledMs = monotonicMs;
};
