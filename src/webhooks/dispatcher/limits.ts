/** How much a dispatcher does at once. Tests and benchmarks bring their own limits. */
export interface Limits {
  overall: number;
  /** Of those, attempts at endpoints that have not accepted anything since they last failed. */
  unproven: number;
  perRestaurant: number;
  /** An endpoint starts with one and gets one more with each success, up to this. */
  perEndpoint: number;
  /** Deliveries of a lane in memory for each attempt that may be in flight: they share a transaction. */
  windowPerAttempt: number;
  /** Deliveries in memory of all proven endpoints, a few kilobytes each. */
  inMemory: number;
  /** Deliveries in memory of an unproven endpoint: so many are put back if it is dead. */
  unprovenWindow: number;
  resends: number;
  /** An endpoint that comes back gets its backlog at this rate, so that it does not fall over. */
  catchUpPerSecond: number;
  resendsPerSecond: number;
  /** The lease of a lane; the longest attempt must fit into what is left of it. */
  leaseMs: number;
  attemptMsMax: number;
  /** Between the end of an attempt and that of its lease: to store the outcome. */
  leaseMarginMs: number;
  /** Leases of lanes without a step are renewed this often. */
  renewMs: number;
  /** How often to look for due lanes and for lanes whose lease has expired. */
  pollMs: number;
  /** Outcomes within this time share a transaction, which costs as much as five deliveries. */
  lingerMs: number;
  /** The outcome of a failed attempt may wait this long: working endpoints come first. */
  restMs: number;
  /** How often an endpoint at a capped rate gets its next share: smaller ones would rewrite the same pages. */
  throttleMs: number;
}

export const LIMITS: Limits = {
  overall: 512,
  unproven: 256,
  perRestaurant: 64,
  perEndpoint: 16,
  windowPerAttempt: 16,
  inMemory: 16_384,
  unprovenWindow: 2,
  resends: 2,
  catchUpPerSecond: 250,
  resendsPerSecond: 50,
  leaseMs: 30_000,
  attemptMsMax: 15_000,
  leaseMarginMs: 2_000,
  renewMs: 5_000,
  pollMs: 1_000,
  lingerMs: 60,
  restMs: 300,
  throttleMs: 200,
};

/** Restaurants to claim after one look for due lanes. */
export const CLAIMS_PER_LOOK = 200;
/** Claims at a time: each is a transaction. */
export const CLAIMS_AT_ONCE = 8;
