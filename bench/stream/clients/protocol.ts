/** Placeholders in a template for the numbers of the order and the restaurant. */
export const ORDER_MARK = 'ORDERMARK';
export const RESTAURANT_MARK = 'rest_bench_RESTAURANT';
export const ORDER_PREFIX = '"id":"ped_bench_';

/** A server that streams: ours or a peer, one process on one core. */
export interface StreamServer {
  name: string;
  pid: number;
  /** The port that listeners connect to. */
  port: number;
  /** The request of the n-th listener of a restaurant. */
  listenRequest(restaurant: number, n: number): string;
  /** The way that events get in. */
  publishing: Publishing;
  stop(): Promise<void>;
}

export const getRequest = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`;

/** One connection for publishing events: a POST for each, or one endless body of lines. */
export interface Publishing {
  port: number;
  kind: 'posts' | 'lines';
  /** The path of the request, in which RESTAURANT_MARK is replaced. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** An event that contains both marks. */
  template: string;
}
