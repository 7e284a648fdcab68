import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
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
    await pipeline(answer.pieces?.from ?? [], response);
  } finally {
    answer.abandon?.();
  }
};
