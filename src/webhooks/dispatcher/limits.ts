import { ATTEMPT_MS_MAX } from '../../domain/webhooks/outcome.ts';

/** How much a dispatcher does at once. Tests and benchmarks bring their own limits. */
export const LIMITS = {
  overall: 512,
  /** Attempts, among those, at endpoints that have not accepted anything since they last failed. */
  unproven: 256,
  perRestaurant: 64,
  /** Slow start: an endpoint starts with one attempt at a time and gets one more with each success, up to this. */
  perEndpoint: 16,
  /** Deliveries that a lane holds in memory for each attempt that may be in flight: they share a transaction. */
  windowPerAttempt: 16,
  /** Deliveries that all proven endpoints together hold in memory, a few kilobytes each. */
  inMemory: 16_384,
  /** Deliveries that an unproven endpoint holds in memory: if it is dead, they are all put back. */
  unprovenWindow: 2,
  resends: 2,
  /** An endpoint that comes back gets its backlog at this rate, so that it does not fall over. */
  catchUpPerSecond: 250,
  resendsPerSecond: 50,
  /** The lease of a lane; the longest attempt must fit into what is left of it. */
  leaseMs: 30_000,
  attemptMsMax: ATTEMPT_MS_MAX,
  /** The time left to store an outcome, between the latest end of an attempt and the end of the lease. */
  leaseMarginMs: 2_000,
  renewMs: 5_000,
  /** How often to look for due lanes and for lanes whose lease has expired. */
  pollMs: 1_000,
  /** Processes that share a database take turns at that look. Less than `pollMs`, so that a single process never misses its turn. */
  turnMs: 900,
  /** Group commit: outcomes within this time share a transaction, which costs as much as five deliveries. */
  lingerMs: 60,
  /** The outcome of a failed attempt may wait this long: working endpoints come first. */
  restMs: 300,
  /** How often an endpoint at a capped rate gets its next deliveries: smaller shares would rewrite the same pages. */
  throttleMs: 200,
};

export type Limits = typeof LIMITS;

export const CLAIMS_PER_LOOK = 200;
/** Claims at a time: each is a transaction. */
export const CLAIMS_AT_ONCE = 8;
