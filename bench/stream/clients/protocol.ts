// What the bench and the process of its stream clients say to each other.

/** Marks in a template: the order's number and the restaurant's. */
export const ORDER_MARK = 'ORDERMARK';
export const RESTAURANT_MARK = 'rest_bench_RESTAURANT';
export const ORDER_PREFIX = '"id":"ped_bench_';

/** A server that streams: ours or a peer, one process on one core. */
export interface StreamServer {
  name: string;
  pid: number;
  /** Where listeners connect to. */
  port: number;
  /** The request of the n-th listener of a restaurant. */
  listenRequest(restaurant: number, n: number): string;
  /** How an event gets in. */
  publishing: Publishing;
  stop(): Promise<void>;
}

export const getRequest = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n${headers}\r\n`;

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

/** What the process of listeners is asked. */
export type Ask =
  | { what: 'open'; port: number; requests: string[] }
  /** Events for restaurant 0 as fast as they are delivered, with so many on their way. */
  | { what: 'saturate'; publishing: Publishing; window: number; seconds: number }
  /** So many events a second, each for another restaurant. */
  | { what: 'publish'; publishing: Publishing; rate: number; seconds: number; restaurants: number }
  | { what: 'count' };

export interface Saturated {
  events: number;
  seconds: number;
  /** Share of a core that the listeners used: near 1, they and not the server were measured. */
  clientLoad: number;
}

/** From sending an event until a listener has it. */
export interface Latency {
  p50Ms: number;
  p99Ms: number;
}

export interface Counts {
  open: number;
  lost: number;
  pings: number;
}

/** What clients that come and go are to do. */
export interface ReconnectSettings {
  port: number;
  tokens: string[];
  publishing: Publishing;
  rate: number;
  seconds: number;
}

/** What came of it. */
export interface Reconnected {
  clients: number;
  connections: number;
  refused: number;
  /** Clients that stayed and did not get to the newest event. */
  late: number;
  /** Commands that were acknowledged, and the seconds from the first to the last of them. */
  committed: number;
  seconds: number;
  /** Of all clients. */
  events: number;
  missed: number;
  twice: number;
}
