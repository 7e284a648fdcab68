import type { IncomingMessage } from 'node:http';
import { makeSignal } from '../../async/signal.ts';

/** The request did not come to its end: the client went away, or we are stopping. */
export class BodyCutError extends Error {
  override name = 'BodyCutError';
}

/** How long a client that is still sending may take to notice that it has its answer. */
const LINGER_MS = 1_000;

/** Node throws away what it has buffered when a client vanishes; here every byte is passed on before the end is told. */
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
 * Once all is answered. Closing a socket with unread input takes back what it has sent, and a proxy makes a 502 of that: a
 * client that still sends gets a moment to read.
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
