import type { IncomingMessage } from 'node:http';
import { makeSignal } from '../../platform/async/signal.ts';

/** The request was cut short: the client went away, or the service is stopping. */
export class BodyCutError extends Error {
  override name = 'BodyCutError';
}

/** How long a client that is still sending may take to notice that it has its answer. */
const LINGER_MS = 1_000;

/** Yields every byte before it reports the end: Node discards what it has buffered when a client vanishes. */
export async function* bodyChunks(
  request: IncomingMessage,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const news = makeSignal();
  let over = false;
  const end = () => {
    over = true;
    news.notify();
  };
  request.on('readable', news.notify).on('end', end).on('error', end).on('close', end);
  stop.addEventListener('abort', news.notify);
  try {
    while (!stop.aborted) {
      const chunk: Uint8Array | null = request.read();
      if (chunk !== null) yield chunk;
      else if (over) break;
      else await news.wait();
    }
    const rest: Uint8Array | null = request.read();
    if (rest !== null) yield rest;
  } finally {
    stop.removeEventListener('abort', news.notify);
  }
  if (!request.complete) throw new BodyCutError('the request was cut short');
}

/**
 * Discards the rest of a request that has been answered. Closing a socket with unread input also discards the answer on its
 * way, of which a proxy makes a 502: a client that is still sending gets a moment to read it.
 */
export const discardRest = async (request: IncomingMessage): Promise<void> => {
  const { socket } = request;
  if (request.complete || socket.destroyed) return;
  request.resume();
  await new Promise<void>((resolve) => {
    const linger = setTimeout(() => socket.destroy(), LINGER_MS);
    const done = () => {
      clearTimeout(linger);
      resolve();
    };
    request.on('end', done);
    socket.on('close', done);
  });
};
