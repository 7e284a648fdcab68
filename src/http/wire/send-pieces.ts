import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { release } from '../../exportacion/memory.ts';
import type { Answer, HeaderList } from './answer.ts';

/**
 * Sends a body as fast as the client takes it. The answer is chunked: one that is cut short lacks its
 * last chunk, so that the client can tell. Rejects then.
 */
export const sendPieces = async (
  response: ServerResponse,
  answer: Answer,
  /** All of them, except those of the connection. */
  headers: HeaderList,
): Promise<void> => {
  try {
    response.writeHead(answer.status, [...headers]);
    const pieces = answer.pieces?.from ?? [];
    // Compressed pieces share their memory.
    const from = pieces instanceof Readable ? pieces : releasing(pieces, response);
    await pipeline(from, response);
  } finally {
    answer.abandon?.();
  }
};

/** Releases each piece once it is sent, unless it is still under way when the next one is asked for. */
async function* releasing(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  response: ServerResponse,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece;
    if (response.writableLength === 0) release(piece);
  }
}
