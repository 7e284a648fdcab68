import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Answer, Headers } from './answer.ts';

/**
 * Sends a body as fast as the client takes it. Without a length the answer is chunked: one that is cut
 * short lacks its last chunk, so that the client can tell. Rejects if the answer was cut short.
 */
export const sendPieces = async (
  response: ServerResponse,
  { status, pieces, release }: Answer,
  headers: Headers,
): Promise<void> => {
  const { from, makeCompressor } = pieces ?? { from: [] };
  try {
    response.writeHead(status, headers);
    // One pipeline with the compressor in it: joined to the source (`compose`), it throws uncaught when the client goes away late.
    if (makeCompressor === undefined) await pipeline(from, response);
    else await pipeline(from, makeCompressor(), response);
  } finally {
    release?.();
  }
};
