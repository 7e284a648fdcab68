import type { Publishing } from './crowd/protocol.ts';

/** Somebody who streams: ours or a peer, one process on one core. */
export interface Contender {
  name: string;
  pid: number;
  /** Where listeners connect to. */
  port: number;
  /** The request line and headers of the n-th listener of a restaurant. */
  listen(restaurant: number, n: number): string;
  /** How an event gets in. */
  publishing: Publishing;
  stop(): Promise<void>;
}

export const getRequest = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`;
