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

export const getRequest = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`;

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
