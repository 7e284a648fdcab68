import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../platform/error-codes.ts';
import type { Log } from '../../platform/log.ts';
import type { Answer, HeaderList } from './answer.ts';

/** Node's error codes for a client that went away. */
const CLIENT_GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/** Logs an answer that was cut short: as a warning, unless the client went away, because the cause is then ours. */
export const logCut = (
  log: Log,
  request: { requestId: string; route: string },
  error: Error,
): void =>
  log[CLIENT_GONE.has(codeOf(error)) ? 'info' : 'warn'](
    { ...request, err: error },
    'answer was cut short',
  );

/**
 * Sends a body as fast as the client takes it. Without a length the answer is chunked: one that is cut
 * short lacks its last chunk, so that the client can tell. Rejects if the answer was cut short.
 */
export const sendPieces = async (
  response: ServerResponse,
  answer: Answer,
  /** All headers, except those of the connection. */
  headers: HeaderList,
): Promise<void> => {
  const { from, makeCompressor } = answer.pieces ?? { from: [] };
  try {
    response.writeHead(answer.status, [...headers]);
    // One pipeline with the compressor in it: joined to the source (`compose`), it throws uncaught when the client goes away late.
    if (makeCompressor === undefined) await pipeline(from, response);
    else await pipeline(from, makeCompressor(), response);
  } finally {
    answer.release?.();
  }
};
