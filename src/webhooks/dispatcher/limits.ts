/** How much a sender does at once. Every bound has a reason; tests and figures bring their own. */
export interface Limits {
  /** Attempts under way, of all endpoints. */
  overall: number;
  /** Of those, attempts at endpoints that have not proved themselves since they last failed. */
  unproven: number;
  perRestaurant: number;
  /** An endpoint starts with one and gets one more with each success, up to this. */
  perEndpoint: number;
  /** Deliveries of an endpoint in memory, for each that may be under way: they share a transaction. */
  windowPerSlot: number;
  /** Deliveries in memory of all endpoints that have proved themselves, a few kilobytes each. */
  windows: number;
  /** Deliveries in memory of one that has not proved itself: so many are put back when it is dead. */
  unprovenWindow: number;
  /** Deliveries that are sent again, at an endpoint. */
  resends: number;
  /** An endpoint that comes back is given what it missed at this rate, so that it does not fall over. */
  catchUpPerSecond: number;
  resendsPerSecond: number;
  /** A lane is ours for so long; the longest attempt must fit into what is left of it. */
  leaseMs: number;
  attemptMsMax: number;
  /** Between the end of an attempt and that of its lease: to write down how it went. */
  leaseMarginMs: number;
  /** Lanes that nothing happens in are renewed this often. */
  renewMs: number;
  /** How often to look for what is due, and for lanes whose sender has died. */
  pollMs: number;
  /** Outcomes that come within this share a transaction: it costs as much as five deliveries, whatever it holds. */
  lingerMs: number;
  /** What became of an attempt that failed is written down within this: those that work come first. */
  restMs: number;
  /**
   * How often an endpoint that is sent to at a capped rate gets its next share. Small shares write the same
   * pages of the database again and again, and the next order waits for all of it to reach the disk.
   */
  throttleMs: number;
}

export const LIMITS: Limits = {
  overall: 512,
  unproven: 256,
  perRestaurant: 64,
  perEndpoint: 16,
  windowPerSlot: 16,
  windows: 16_384,
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

/** Restaurants that are claimed after one look for what is due. */
export const CLAIMS_PER_POLL = 200;
/** Claims under way: each is a transaction. */
export const CLAIMS_AT_ONCE = 8;
