import { ATTEMPT_MS_MAX } from '../../domain/webhooks/outcome.ts';

/** How much a dispatcher does at once. Tests and benchmarks bring their own limits. */
export const LIMITS = {
  overall: 512,
  /** Of those, attempts at endpoints that have not accepted anything since they last failed. */
  unproven: 256,
  perRestaurant: 64,
  /** An endpoint starts with one and gets one more with each success, up to this. */
  perEndpoint: 16,
  /** Deliveries of a lane in memory for each attempt that may be in flight: they share a transaction. */
  windowPerAttempt: 16,
  /** Deliveries in memory of all proven endpoints, a few kilobytes each. */
  inMemory: 16_384,
  /** Deliveries in memory of an unproven endpoint: so many are put back if it is dead. */
  unprovenWindow: 2,
  resends: 2,
  /** An endpoint that comes back gets its backlog at this rate, so that it does not fall over. */
  catchUpPerSecond: 250,
  resendsPerSecond: 50,
  /** The lease of a lane; the longest attempt must fit into what is left of it. */
  leaseMs: 30_000,
  attemptMsMax: ATTEMPT_MS_MAX,
  /** Between the end of an attempt and that of its lease: to store the outcome. */
  leaseMarginMs: 2_000,
  renewMs: 5_000,
  /** How often to look for due lanes and for lanes whose lease has expired. */
  pollMs: 1_000,
  /** Processes that share a database take turns at it: a little less, so that a single one never misses its turn. */
  turnMs: 900,
  /** Outcomes within this time share a transaction, which costs as much as five deliveries. */
  lingerMs: 60,
  /** The outcome of a failed attempt may wait this long: working endpoints come first. */
  restMs: 300,
  /** How often an endpoint at a capped rate gets its next share: smaller ones would rewrite the same pages. */
  throttleMs: 200,
};

export type Limits = typeof LIMITS;

export const CLAIMS_PER_LOOK = 200;
/** Claims at a time: each is a transaction. */
export const CLAIMS_AT_ONCE = 8;
