// What the bench and its crowd (a process of listeners) say to each other.

/** Marks in a template: the order's number and the restaurant's. */
export const ORDER_MARK = 'ORDERMARK';
export const RESTAURANT_MARK = 'rest_bench_RESTAURANT';
export const ORDER_PREFIX = '"id":"ped_bench_';

/** One connection that events go in by: a POST for each, or one endless body of lines. */
export interface Publishing {
  port: number;
  kind: 'posts' | 'lines';
  /** Of the request; RESTAURANT_MARK in it is filled in. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** With both marks in it. */
  template: string;
}

export type Ask =
  | { what: 'open'; port: number; requests: string[] }
  | { what: 'flood'; publishing: Publishing; window: number; seconds: number }
  | { what: 'trickle'; publishing: Publishing; rate: number; seconds: number; restaurants: number }
  | { what: 'census' };

export interface Flooded {
  events: number;
  seconds: number;
  /** Share of a core that the crowd itself used: near 1, it and not the server was measured. */
  crowdLoad: number;
}

export interface Trickled {
  deliveries: number;
  /** From sending the event. */
  p50Ms: number;
  p99Ms: number;
  /** From the server's answer, for which ours has it on disk; before it counts as at once. */
  answeredP50Ms: number;
  answeredP99Ms: number;
  crowdLoad: number;
}

export interface Census {
  open: number;
  lost: number;
  pings: number;
}

export type Answer = { ok: true; value: unknown } | { ok: false; problem: string };

/** What the joiners are to do. */
export interface JoinOrder {
  port: number;
  tokens: string[];
  publishing: Publishing;
  rate: number;
  seconds: number;
}

/** What came of it. */
export interface Joined {
  clients: number;
  connections: number;
  refused: number;
  /** Clients that came back and did not get to the newest event. */
  late: number;
  /** Commands that were acknowledged, and the seconds from the first to the last of them. */
  committed: number;
  seconds: number;
  /** Of all clients. */
  events: number;
  holes: number;
  doubles: number;
}
