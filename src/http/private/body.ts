import type { IncomingMessage } from 'node:http';
import { makeSignal } from '../../async/signal.ts';

/** The request did not come to its end: the client went away, or we are stopping. */
export class BodyCutError extends Error {
  override name = 'BodyCutError';
}

/** Node throws away what it has buffered when a client vanishes; here every byte is passed on before the end is told. */
export async function* readBody(
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
