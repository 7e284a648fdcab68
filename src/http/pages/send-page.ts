import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../answer/answer.ts';
import { negotiate } from '../answer/negotiate.ts';

/** For addresses that change with their content. */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** The browser keeps its copy, and asks every time whether it is current. */
export const CACHE_REVALIDATE = 'no-cache';

/** Sends a 304 when the browser's copy is current, and compresses the page when the browser accepts that. */
export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  page: Answer,
  headers: Readonly<Record<string, string>>,
) => {
  const negotiated = await negotiate(page, request.headers);
  return reply
    .code(negotiated.status)
    .headers({
      vary: 'Accept-Encoding',
      ...headers,
      ...negotiated.headers,
      etag: `"${negotiated.tag}"`,
    })
    .send(negotiated.body);
};
