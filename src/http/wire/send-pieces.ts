import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Answer, type HeaderList, headersOf } from './answer.ts';

/**
 * Sends a body as fast as the client takes it. The answer is chunked: one that is cut short lacks its
 * last chunk, so that the client can tell. Rejects then.
 */
export const sendPieces = async (
  response: ServerResponse,
  answer: Answer,
  more: HeaderList,
): Promise<void> => {
  try {
    response.writeHead(answer.status, headersOf(answer, more));
    await pipeline(answer.pieces?.from ?? [], response);
  } finally {
    answer.abandon?.();
  }
};
